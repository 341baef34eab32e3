import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules/", "src/messages.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"] } },
  },
  {
    rules: {
      "no-undef": "off", // TypeScript knows better
      "svelte/no-navigation-without-resolve": "off", // for SvelteKit; our links are followed by the router
      "svelte/prefer-svelte-reactivity": "off", // sets and maps here are made anew, never changed
      "svelte/no-at-html-tags": "off", // our own drawings and rules pages, never what somebody typed
      "svelte/no-unused-svelte-ignore": "off", // svelte-check knows which are needed
      "svelte/no-useless-mustaches": "off", // {" "} keeps a space that the formatter would drop
      "no-irregular-whitespace": ["error", { skipStrings: true, skipTemplates: true }], // French has no-break spaces
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
);
