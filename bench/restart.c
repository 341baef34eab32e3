/* Random play of ReStart (two players), the same algorithm as the kernel, written straightforwardly in C: the peer of `bench/run.py`.
   Same masks, same rows, same list of legal runs, same Fisher-Yates; a cheap generator instead of ChaCha20.
   Prints moves per second of processor time: the best of many slices of the given number of games. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLOURS = 5, VALUES = 17, TILES = 88, END = 16, RESTART = 17, SPECIAL = 5, PASS = 2000, STOP = 2001, CUT = 1000, EMPTY = 1010 };

typedef struct {
    uint32_t hand[2][6], aside[6], box[6];
    uint8_t row[COLOURS][VALUES], row_length[COLOURS], hand_size[2];
    int turn, first, phase, row_cut, passes;
    uint32_t totals[2], points[2];
} State;

typedef struct { int kind, colour, first, last; } Move;

static uint64_t seed = 88172645463325252ull;
static uint64_t next_random(void) { uint64_t z = (seed += 0x9E3779B97F4A7C15ull); z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull; z = (z ^ (z >> 27)) * 0x94D049BB133111EBull; return z ^ (z >> 31); }
static int below(int n) { return (int)(((next_random() >> 32) * (uint64_t)n) >> 32); }

static void put(uint32_t *tiles, int tile) {
    if (tile < COLOURS * VALUES) tiles[tile / VALUES] |= 1u << (tile % VALUES + 1);
    else tiles[SPECIAL] |= 1u << (tile - COLOURS * VALUES);
}

static void deal(State *s) {
    int tiles[TILES], count = 0;
    memset(s->hand, 0, sizeof s->hand); memset(s->aside, 0, sizeof s->aside); memset(s->box, 0, sizeof s->box);
    for (int t = 0; t < TILES; t++) if (t >= COLOURS * VALUES || t % VALUES) tiles[count++] = t;
    for (int i = count - 1; i > 0; i--) { int j = below(i + 1), x = tiles[i]; tiles[i] = tiles[j]; tiles[j] = x; }
    for (int i = 0; i < count; i++) put(i < 30 ? s->hand[0] : i < 60 ? s->hand[1] : s->aside, tiles[i]);
    s->hand_size[0] = s->hand_size[1] = 30;
    for (int c = 0; c < COLOURS; c++) { s->row[c][0] = 1; s->row_length[c] = 1; }
    s->turn = s->first = below(2); s->passes = 0; s->phase = 0;
}

static int value_of_row(const State *s, int c) { int last = s->row[c][s->row_length[c] - 1]; return last == RESTART ? 0 : last; }

static int runs(const State *s, int c, Move *out, int n) {
    uint32_t hand = s->hand[s->turn][c]; int top = value_of_row(s, c);
    if (top >= END) return n;
    for (int first = top + 1 > 2 ? top + 1 : 2; first <= 15; first++) {
        if (!(hand >> first & 1)) continue;
        int last = first;
        for (; last <= 15 && (hand >> last & 1); last++) out[n++] = (Move){0, c, first, last};
        if (last == 16) for (int e = END; e <= RESTART; e++) if (hand >> e & 1) out[n++] = (Move){0, c, first, e};
    }
    for (int e = END; e <= RESTART; e++) if (hand >> e & 1) out[n++] = (Move){0, c, e, e};
    return n;
}

static int legal(const State *s, Move *out) {
    if (s->phase == 1) { out[0] = (Move){STOP, 0, 0, 0}; return runs(s, s->row_cut, out, 1); }
    int n = 0; uint32_t special = s->hand[s->turn][SPECIAL];
    out[n++] = (Move){PASS, 0, 0, 0};
    for (int c = 0; c < COLOURS; c++) {
        n = runs(s, c, out, n);
        if (s->row_length[c] > 1) { if (special & 3) out[n++] = (Move){CUT, c, 0, 0}; if (special & 4) out[n++] = (Move){EMPTY, c, 0, 0}; }
    }
    return n;
}

static int points_of(const uint32_t *tiles) {
    int points = 0;
    for (int c = 0; c < COLOURS; c++) for (int v = 1; v <= RESTART; v++) if (tiles[c] >> v & 1) points += v < END ? v : 16;
    for (int b = 0; b < 3; b++) if (tiles[SPECIAL] >> b & 1) points += 20;
    return points;
}

static int end_turn(State *s, int passed) {
    s->phase = 0; s->turn ^= 1; s->passes = passed ? s->passes + 1 : 0;
    if (s->passes < 2) return 0;
    int over = 0;
    for (int p = 0; p < 2; p++) { s->points[p] = points_of(s->hand[p]); s->totals[p] += s->points[p]; over |= s->totals[p] >= 100; }
    if (!over) deal(s);
    return over;
}

static void place(State *s, int c, int v) { s->hand[s->turn][c] &= ~(1u << v); s->hand_size[s->turn]--; s->row[c][s->row_length[c]++] = v; }

static int apply(State *s, Move m) {
    uint32_t *mine = s->hand[s->turn];
    if (m.kind == PASS || m.kind == STOP) return end_turn(s, m.kind == PASS);
    if (m.kind == 0) {
        for (int v = m.first; v <= m.last && v <= 15; v++) place(s, m.colour, v);
        if (m.last >= END) place(s, m.colour, m.last);
        return s->hand_size[s->turn] == 0 ? 1 : end_turn(s, 0);
    }
    uint32_t kind = mine[SPECIAL] & (m.kind == CUT ? 3 : 4), one = kind & (~kind + 1);
    mine[SPECIAL] ^= one; s->box[SPECIAL] |= one; s->hand_size[s->turn]--;
    do { s->row_length[m.colour]--; s->box[m.colour] |= 1u << s->row[m.colour][s->row_length[m.colour]]; } while (m.kind == EMPTY && s->row_length[m.colour] > 1);
    s->phase = 1; s->row_cut = m.colour;
    return s->hand_size[s->turn] == 0;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 60, slices = argc > 2 ? atol(argv[2]) : 400;
    double best = 0;
    Move out[700]; State s; struct timespec a, b;
    for (long slice = 0; slice < slices; slice++) {
        long moves = 0;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
        for (long g = 0; g < games; g++) {
            s.totals[0] = s.totals[1] = 0; deal(&s);
            for (int over = 0; !over; moves++) { int n = legal(&s, out); over = apply(&s, out[below(n)]); }
        }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
        double rate = moves / ((b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
        if (rate > best) best = rate;
    }
    printf("%.0f\n", best);
}
