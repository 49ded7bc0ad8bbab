/**
 * A parameter that changes only in linear ramps, so that it does not click. It computes its current value
 * itself, because browsers return different values of `AudioParam.value` during a ramp.
 */
export class Ramp {
  readonly #param: AudioParam;
  #from: number;
  #to: number;
  #begins = 0;
  #ends = 0;

  constructor(param: AudioParam, value: number) {
    this.#param = param;
    this.#from = value;
    this.#to = value;
    param.value = value;
  }

  at(now: number): number {
    if (now >= this.#ends) return this.#to;
    if (now <= this.#begins) return this.#from;
    return this.#from + ((this.#to - this.#from) * (now - this.#begins)) / (this.#ends - this.#begins);
  }

  /** Moves to `value` in `seconds` from `now` (context time). Does nothing if this is already the target. */
  to(value: number, now: number, seconds: number): void {
    if (value === this.#to) return;
    this.#from = this.at(now);
    this.#to = value;
    this.#begins = now;
    this.#ends = now + seconds;
    this.#param.cancelScheduledValues(now);
    this.#param.setValueAtTime(this.#from, now);
    this.#param.linearRampToValueAtTime(value, this.#ends);
  }
}
