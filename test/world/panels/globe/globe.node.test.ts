import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Quaternion, Vector3 } from 'three';
import {
  GLOBE_PLACE,
  GLOBE_RADIUS,
  bearingOf,
  elevationOf,
  onSphere,
  swing,
  turnTowards,
  PIN_HEIGHT,
  globeGeometry,
} from '../../../../world/panels/globe/globe.ts';

const isAt = (got: Vector3, x: number, y: number, z: number): void =>
  assert.ok(got.distanceTo(new Vector3(x, y, z)) < 1e-5, `${got.toArray().join(', ')}, not ${x}, ${y}, ${z}`);

describe('a place on the globe', () => {
  it('has north up, 0° east in front and 90° east to the right', () => {
    isAt(onSphere(0, 0), 0, 0, 1);
    isAt(onSphere(0, 90), 1, 0, 0);
    isAt(onSphere(0, -180), 0, 0, -1);
    isAt(onSphere(90, 123), 0, 1, 0);
    isAt(onSphere(-90, 0), 0, -1, 0);
    isAt(onSphere(30, 45), 0.612_372, 0.5, 0.612_372);
  });

  it('is at its place on the map, so that coasts and pin agree', () => {
    const geometry = globeGeometry(0, 0);
    const [position, uv, pin] = (['position', 'uv', 'pin'] as const).map((name) =>
      geometry.getAttribute(name),
    );
    let seen = 0;
    for (let i = 0; i < position!.count && pin!.getX(i) === 0; i++, seen++) {
      // three.js shifts the map by half a column at the poles, where all columns meet.
      const [latitude, longitude] = [uv!.getY(i) * 180 - 90, uv!.getX(i) * 360 - 180];
      const place = onSphere(latitude, longitude).multiplyScalar(GLOBE_RADIUS);
      isAt(place, position!.getX(i), position!.getY(i), position!.getZ(i));
    }
    assert.ok(seen > 1000);
  });

  it('equals the position of the pin, also at the poles and at 0, 0', () => {
    for (const [latitude, longitude] of [
      [32.41, -96.84],
      [0, 0],
      [90, 0],
      [-90, 170],
      [-33.9, 151.2],
    ] as const) {
      const head = onSphere(latitude, longitude).multiplyScalar(GLOBE_RADIUS + PIN_HEIGHT);
      const geometry = globeGeometry(latitude, longitude);
      const position = geometry.getAttribute('position');
      const pin = geometry.getAttribute('pin');
      const corner = new Vector3();
      let corners = 0;
      for (let i = 0; i < position.count; i++) {
        corner.fromBufferAttribute(position, i);
        assert.ok(Number.isFinite(corner.lengthSq()));
        if (pin.getX(i) === 0) continue;
        corners++;
        // Needle and head are directly above the place.
        assert.ok(corner.distanceTo(head) < PIN_HEIGHT + 0.1, `${latitude}, ${longitude}`);
        assert.ok(corner.angleTo(head) < 0.06);
      }
      assert.ok(corners > 40);
    }
  });
});

describe('the globe', () => {
  const turned = (latitude: number, longitude: number, bearing: number, elevation: number): Vector3 =>
    onSphere(latitude, longitude).applyQuaternion(
      turnTowards(new Quaternion(), latitude, longitude, bearing, elevation),
    );

  it('turns a place to the viewer: on its meridian, half its latitude above the middle of the disc', () => {
    for (const [latitude, longitude] of [
      [0, 0],
      [51.48, 0],
      [-33.9, 151.2],
      [90, 0],
      [-90, 0],
    ] as const)
      for (const [bearing, elevation] of [
        [0, 0],
        [-0.4, -0.25],
        [2.5, 0.3],
      ] as const) {
        const eye = new Vector3(
          Math.sin(bearing) * Math.cos(elevation),
          Math.sin(elevation),
          Math.cos(bearing) * Math.cos(elevation),
        );
        const angle = turned(latitude, longitude, bearing, elevation).angleTo(eye);
        assert.ok(Math.abs(angle - (Math.abs(latitude) / 2) * (Math.PI / 180)) < 1e-6);
      }
  });

  it('swings by a few degrees and back', () => {
    assert.equal(swing(0), 0);
    assert.ok(Math.abs(swing(64)) < 1e-9);
    for (let second = 0; second < 64; second++) assert.ok(Math.abs(swing(second)) < 0.3);
  });

  it('turns with the viewer’s position, and never shows its pole to a viewer below it', () => {
    assert.equal(bearingOf(new Vector3(GLOBE_PLACE.x, 0, 50)), 0);
    assert.ok(Math.abs(bearingOf(new Vector3(50, 0, GLOBE_PLACE.z)) - Math.PI / 2) < 1e-9);
    assert.ok(elevationOf(new Vector3(0, 2, 7.5)) < -0.2);
    assert.ok(elevationOf(new Vector3(GLOBE_PLACE.x, 1.7, GLOBE_PLACE.z)) > -0.8);
  });
});
