/* Plays games on a library and prints a checksum of every record, list of actions and search: harness LIBRARY JOB.
   `elsewhere.py` writes the job, compiles this for a platform, and compares the checksums. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define OPEN(path) LoadLibraryA(path)
#define FIND(library, name) ((void *)GetProcAddress(library, name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

static uint64_t told = 1469598103934665603u;

static void tell(const void *data, int64_t size) {
  for (int64_t i = 0; i < size; i++) told = (told ^ ((const uint8_t *)data)[i]) * 1099511628211u;
}

typedef int64_t (*Begin)(void *, int64_t, void *, void *, void *);
typedef int64_t (*Step)(void *, int64_t, void *, int64_t);
typedef int64_t (*Choose)(void *, int64_t, int64_t, int64_t, void *, void *, void *, int64_t, void *, void *, void *, void *);
typedef int64_t (*Search)(void *, int64_t, uint64_t, int64_t, void *, void *, int64_t, void *, void *, void *, void *);

int main(int count, char **given) {
  if (count != 3) return 2;
  void *library = (void *)OPEN(given[1]);
  FILE *job = fopen(given[2], "rb");
  if (!library || !job) return 3;
  Begin begin = (Begin)FIND(library, "begin");
  Step step = (Step)FIND(library, "checked_step");
  Choose choose = (Choose)FIND(library, "choose");
  Search search = (Search)FIND(library, "search");
  int64_t sizes[6]; /* record, ruleset, actions, words of a deal, games, steps */
  if (fread(sizes, 8, 6, job) != 6) return 4;
  void *state = calloc(1, sizes[0]), *ruleset = malloc(sizes[1]), *desk = calloc(3, sizes[0]);
  void *out = calloc(sizes[2], 4), *moves = calloc(sizes[2], 4), *listed = calloc(sizes[2], 4);
  void *sums = calloc(sizes[2], 8), *visits = calloc(sizes[2], 8), *deals = calloc(sizes[3] + 1, 4);
  for (int64_t game = 0; game < sizes[4]; game++) {
    int64_t players;
    uint8_t key[32];
    uint64_t dice = game;
    if (fread(&players, 8, 1, job) != 1 || fread(key, 1, 32, job) != 32) return 4;
    if (fread(ruleset, 1, sizes[1], job) != (size_t)sizes[1]) return 4;
    memset(state, 0, sizes[0]);
    int64_t n = begin(state, players, ruleset, key, out);
    for (int64_t i = 0; i < sizes[5] && n > 0; i++) {
      if (i % 25 == 0) {
        int64_t found = search(state, 40, i, 0, desk, deals, 1, moves, sums, visits, listed);
        tell(moves, 4 * found), tell(sums, 8 * found);
      }
      int64_t action = choose(state, i % 3, 0, 0, &dice, desk, deals, 1, moves, sums, visits, listed);
      n = step(state, action, out, n);
      tell(state, sizes[0]), tell(out, 4 * n);
    }
  }
  printf("%016llx\n", (unsigned long long)told);
  return 0;
}
