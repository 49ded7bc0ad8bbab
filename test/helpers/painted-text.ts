import { type IUniform, type Material, type Mesh, type Object3D, Texture } from 'three';

interface PaintedText {
  readonly text: string;
  readonly at: DOMPoint;
}

/** The texts on each canvas that nothing has covered since, in the order of painting. */
const painted = new WeakMap<object, PaintedText[]>();
const { prototype } = CanvasRenderingContext2D;
const { fillText } = prototype;

for (const name of ['clearRect', 'fillRect'] as const) {
  const original = prototype[name];
  prototype[name] = function (x, y, width, height): void {
    original.call(this, x, y, width, height);
    const toRect = this.getTransform().inverse();
    const isCovered = ({ at }: PaintedText): boolean => {
      const local = at.matrixTransform(toRect);
      return local.x >= x && local.x <= x + width && local.y >= y && local.y <= y + height;
    };
    const texts = painted.get(this.canvas);
    if (texts)
      painted.set(
        this.canvas,
        texts.filter((text) => !isCovered(text)),
      );
  };
}
prototype.fillText = function (text, x, y, maxWidth): void {
  fillText.call(this, text, x, y, maxWidth);
  const at = new DOMPoint(x, y).matrixTransform(this.getTransform());
  painted.set(this.canvas, [...(painted.get(this.canvas) ?? []), { text, at }]);
};

function mapOf(object: Object3D): Texture | undefined {
  const { material } = object as Partial<Mesh>;
  const { map, uniforms } = (material ?? {}) as Material & {
    map?: Texture | null;
    uniforms?: Record<string, IUniform>;
  };
  const texture: unknown = map ?? uniforms?.['map']?.value;
  return texture instanceof Texture ? texture : undefined;
}

/** The texts that a visitor reads on an object and its children, in the order of painting. */
export function textsOn(object: Object3D | undefined): string[] {
  const canvases = new Set<object>();
  object?.traverse((part) => {
    const image: unknown = mapOf(part)?.image;
    if (image instanceof HTMLCanvasElement) canvases.add(image);
  });
  return [...canvases].flatMap((canvas) => (painted.get(canvas) ?? []).map(({ text }) => text));
}
