import { type Context, type Rule, nameOf } from './rule.ts';

/**
 * A page has one animation loop (docs/architecture.md); the renderer's own would be a second one.
 */
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
