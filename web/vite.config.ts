import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The drawings stand in the page itself: one request fewer, and they are there before the first paint. */
function drawings(): Plugin {
  return {
    name: "drawings",
    transformIndexHtml(html) {
      const sprite = readFileSync(new URL("./src/sprite.svg", import.meta.url), "utf8")
        .replace("<svg ", '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false" ')
        .replace(/<!--.*?-->\s*/s, "");
      return html.replace("<!--drawings-->", sprite);
    },
  };
}

/**
 * The service worker is told which files make up this version of the client, and what to call it: it keeps them all, so
 * that the shelf opens without a network.
 */
function precached(): Plugin {
  return {
    name: "precached",
    apply: "build",
    closeBundle() {
      const names = readdirSync(OUT, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.\w+$/.test(name) && name !== "sw.js")
        .toSorted();
      const digest = createHash("sha256");
      for (const name of names) digest.update(`\0${name}\0`).update(readFileSync(new URL(name, OUT)));
      const files = names.map((name) => (name === "index.html" ? "./" : name));
      const worker = new URL("sw.js", OUT);
      const text = readFileSync(worker, "utf8")
        .replace('"development"', JSON.stringify(digest.digest("hex").slice(0, 16)))
        .replace("const FILES = []", `const FILES = ${JSON.stringify(files)}`);
      writeFileSync(worker, text);
    },
  };
}

const OUT = new URL("../src/tuilerie/server/static/", import.meta.url);

/** Every text file gets its packed twins beside it: the server sends them to browsers that can unpack. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUT, { recursive: true, encoding: "utf8" })) {
        if (!/\.(?:js|css|html|svg|webmanifest)$/.test(name)) continue;
        const text = readFileSync(new URL(name, OUT));
        writeFileSync(new URL(`${name}.gz`, OUT), gzipSync(text, { level: 9 }));
        writeFileSync(new URL(`${name}.br`, OUT), brotliCompressSync(text));
      }
    },
  };
}

/**
 * A table's scripts and styles stand in the page by name, so that theme.js can ask for them at once when the address is
 * a table's.
 */
function tableParts(): Plugin {
  return {
    name: "table-parts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const wanted = new Set<string>();
        const follow = (file: string) => {
          const part = bundle?.[file];
          if (!part || part.type !== "chunk" || wanted.has(file)) return;
          wanted.add(file);
          for (const style of part.viteMetadata?.importedCss ?? []) wanted.add(style);
          part.imports.forEach(follow);
        };
        for (const part of Object.values(bundle ?? {}))
          if (part.type === "chunk" && part.facadeModuleId?.endsWith("/TablePage.svelte")) follow(part.fileName);
        const fresh = [...wanted].filter((file) => !html.includes(file));
        return html.replace(
          '<meta name="parts">',
          `<meta name="parts" content="${fresh.map((file) => `/${file}`).join(" ")}">`,
        );
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), drawings(), tableParts(), precached(), packed()],
  worker: { format: "es" },
  // Scripts and styles find each other wherever they lie; only the page itself names them from the root (an export does
  // not: `tuilerie export`).
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }),
  },
  build: {
    outDir: "../src/tuilerie/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: addresses would need a weaker content policy
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8027", ws: true } } },
});
