import { type Context, type Rule, nameOf } from './rule.ts';

/** The renderer's own loop is a second one too, under another name: a page has one (docs/architecture.md). */
export const noOtherLoop: Rule = {
  meta: { type: 'problem', schema: [], docs: { description: 'the ticker owns the only animation loop' } },
  create(context: Context) {
    return {
      CallExpression(node) {
        if (nameOf(node['callee']) === 'setAnimationLoop')
          context.report({
            node,
            message: 'The ticker owns the only loop: add a module to it instead (world/core/ticker.ts).',
          });
      },
    };
  },
};
