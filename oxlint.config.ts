import { type DummyRuleMap, type OxlintOverride, defineConfig } from 'oxlint';
import { globals, rooms } from './ci/rooms.ts';

/** Node's test functions return promises that need no `await`. */
const floatingPromises: DummyRuleMap = {
  'typescript/no-floating-promises': [
    'error',
    {
      allowForKnownSafeCalls: [
        { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
      ],
    },
  ],
};

const elementRules: DummyRuleMap = {
  'lit/attribute-value-entities': 'error',
  'lit/binding-positions': 'error',
  'lit/no-duplicate-template-bindings': 'error',
  'lit/no-invalid-html': 'error',
  'lit/no-legacy-template-syntax': 'error',
  'lit/no-property-change-update': 'error',
  'lit/attribute-names': 'error',
  'lit/no-legacy-imports': 'error',
  'lit/no-native-attributes': 'error',
  'lit/no-this-assign-in-render': 'error',
  'lit/no-useless-template-literals': 'error',
  'lit/lifecycle-super': 'error',
  'lit/prefer-static-styles': 'error',
  'lit/value-after-constraints': 'error',
  'wc/attach-shadow-constructor': 'error',
  'wc/no-child-traversal-in-attributechangedcallback': 'error',
  'wc/no-child-traversal-in-connectedcallback': 'error',
  'wc/no-closed-shadow-root': 'error',
  'wc/no-constructor-params': 'error',
  'wc/no-customized-built-in-elements': 'error',
  'wc/no-invalid-extends': 'error',
  'wc/no-typos': 'error',
  'wc/require-listener-teardown': 'error',
  'wc/no-constructor-attributes': 'error',
  'wc/no-invalid-element-name': 'error',
  'wc/no-self-class': 'error',
};

/** The globals that a room may not name, each with the message of its group. */
function restrictedGlobals(kinds: readonly (keyof typeof globals)[]): DummyRuleMap {
  const restricted = kinds.flatMap((kind) =>
    globals[kind].names.split(' ').map((name) => ({ name, message: globals[kind].message })),
  );
  if (restricted.length === 0) return { 'no-restricted-globals': 'off' };
  return { 'no-restricted-globals': ['error', { globals: restricted, checkGlobalObject: true }] };
}

const ofRooms = rooms.map(({ files, globals: kinds, rules }): OxlintOverride => ({
  files: [...files],
  rules: { ...(kinds && restrictedGlobals(kinds)), ...rules },
}));

export default defineConfig({
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  jsPlugins: ['./ci/lint/plugin.ts', 'eslint-plugin-lit', 'eslint-plugin-wc'],
  categories: { correctness: 'error' },
  ignorePatterns: [
    'dist/**',
    'home-world-widgets/**',
    'coverage/**',
    'node_modules/**',
    'test/bad-samples/**',
    'test/recorded/**',
    '.home-world/**',
  ],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-eval': 'error',
    'no-new-func': 'error',
    'no-implied-eval': 'error',
    'no-script-url': 'error',
    'no-shadow-restricted-names': 'error',
    'no-restricted-properties': [
      'error',
      {
        property: 'setAnimationLoop',
        message: 'The ticker owns the only loop: add a module to it instead (world/core/ticker.ts).',
      },
    ],
    'no-restricted-imports': [
      'error',
      {
        paths: [
          {
            name: '@lit-labs/signals',
            allowImportNames: ['Signal', 'signal', 'computed'],
            message:
              'Its watchers keep removed elements (lit/lit#5364): see components/shared/signal-element.ts.',
          },
        ],
      },
    ],
    'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-self-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    ...floatingPromises,
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/await-thenable': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    'typescript/unbound-method': 'off',
    'home/no-colour-literals': 'error',
    'home/no-index-casts': 'error',
    'home/rooms': 'error',
  },
  overrides: [
    ...ofRooms,
    { files: ['components/**'], rules: elementRules },
    { files: ['test/**/*.test.ts'], rules: { 'typescript/no-floating-promises': 'off' } },
    { files: ['test/**/*.node.test.ts'], rules: floatingPromises },
  ],
});
