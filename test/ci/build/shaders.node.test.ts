import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minifyShader } from '../../../ci/build/shaders.ts';

test('removes a shader’s comments and indentation, and nothing else', () => {
  const shader = `
// A comment, and one
uniform float time; // behind a line
#define TWO 2.0
void main() {
    #ifdef WIDE
      float x = 1.0 / TWO;  // half
    #endif

  gl_FragColor = vec4(x  * time);
}
`;
  assert.equal(
    minifyShader(shader),
    '\nuniform float time;\n#define TWO 2.0\nvoid main() {\n#ifdef WIDE\nfloat x = 1.0 / TWO;\n#endif\ngl_FragColor = vec4(x * time);\n}\n',
  );
});
