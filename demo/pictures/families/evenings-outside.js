import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { seededChance } from '../stage/seeded-chance.js'
import { along, ball, block, copies, group, place, surface, turned } from '../stage/shaping.js'
import { fabric, glow, metal, rubber, wood } from '../stage/surfaces.js'

/** A string of lamps, coiled on the floor; colour of the cord, lamps number */
export function stringLights({ colour = 'charcoal', lamps = 16 } = {}) {
  const chance = seededChance('lamps')
  const cord = rubber(colour)
  const turns = 3.2
  const spot = (t) => {
    const a = t * turns * Math.PI * 2 + 0.4
    const r = 0.62 + 0.36 * t + 0.07 * Math.sin(a * 2.3 + 1) + 0.05 * Math.cos(a * 3.7)
    return [
      Math.cos(a) * r * 1.2,
      0.05 + 0.13 * Math.abs(Math.sin(t * 19)) * (0.4 + 0.6 * t),
      Math.sin(a) * r,
    ]
  }
  const line = Array.from({ length: 110 }, (_, n) => spot(n / 109))
  const [endX, , endZ] = line[line.length - 1]
  const lead = [
    line[line.length - 1],
    [endX + 0.12, 0.045, endZ + 0.3],
    [endX - 0.12, 0.045, endZ + 0.62],
    [endX + 0.2, 0.045, endZ + 0.9],
  ]
  const lamp = (n) => {
    const [x, y, z] = spot((n + 0.6) / lamps)
    const a = Math.atan2(z, x * 0.83)
    const out = n % 3 === 1 ? Math.PI : 0
    return place(group(bulb(cord)), {
      at: [x, Math.max(0.13, y), z],
      turn: [0, -a + out + chance.between(-0.5, 0.5), -1.45 + chance.between(0, 0.22)],
    })
  }
  return {
    group: group(
      along(line, 0.03, cord, { steps: 420, ring: 10 }),
      along(lead, 0.026, cord, { steps: 50, ring: 10 }),
      place(plug(cord), { at: lead[3], turn: [0, 0.4, 0] }),
      copies(lamps, lamp),
    ),
    ground: 'clay',
    lights: [
      [-0.7, 0.35, 0.5],
      [0.8, 0.35, 0.4],
      [0, 0.35, -0.6],
    ].map((at) => place(new THREE.PointLight('#ffb566', 0.9, 4, 2), { at })),
    camera: {
      always: { around: 14, above: 34, fill: 0.84 },
      detail: { above: 24, aim: [0.7, 0.5, 0.8] },
    },
  }
}

function bulb(cord) {
  const line = [
    [0.055, 0.2, 0.01],
    [0.07, 0.25, 0.02],
    [0.135, 0.38, 0.08],
    [0.11, 0.52, 0.07],
    [0.001, 0.57, 0.05],
  ]
  return [
    turned(
      [
        [0, 0],
        [0.06, 0, 0.02],
        [0.075, 0.06, 0.01],
        [0.075, 0.2, 0.015],
        [0.05, 0.22, 0],
      ],
      cord,
      { steps: 28 },
    ),
    turned(
      [
        [0.058, 0.2, 0],
        [0.066, 0.21, 0.005],
        [0.066, 0.235, 0.005],
        [0.05, 0.24, 0],
      ],
      metal('brass'),
      { steps: 28 },
    ),
    glass(turned(line, null, { steps: 36 }).geometry, '#ffdca6', { deep: 0.5, shade: 0.2 }),
    place(ball(0.055, glow('#ffcf8a', 3.2)), { at: [0, 0.38, 0], scale: [1, 1.5, 1] }),
  ]
}

const plug = (cord) =>
  group(
    block(cord, [0.16, 0.14, 0.3], [0, -0.03, 0.12], 0.05),
    [-0.045, 0.045].map((x) =>
      place(
        turned(
          [
            [0, 0],
            [0.016, 0, 0.005],
            [0.016, 0.16, 0.012],
            [0, 0.16],
          ],
          metal('steel'),
          { steps: 16 },
        ),
        { at: [x, 0.04, 0.26], turn: [Math.PI / 2, 0, 0] },
      ),
    ),
  )

/** Director's chair; frame wood, colour of the canvas */
export function deckChair({ frame = 'beech', colour = 'navy' } = {}) {
  const canvas = fabric(colour, 'canvas')
  let seed = 0
  const beam = (from, to, [w, h], up = [0, 0, 1]) => {
    const way = to.map((v, n) => Math.abs(v - from[n]))
    const axis = ['x', 'y', 'z'][way.indexOf(Math.max(...way))]
    return along([from, to], [w / 2, h / 2], wood(frame, { axis, seed: seed++ }), {
      steps: 4,
      square: true,
      solid: true,
      flatEnds: true,
      up,
    })
  }
  const side = (s) => [
    beam([s * 0.66, 0.05, 0.62], [s * 0.66, 0.05, -0.62], [0.1, 0.08], [0, 1, 0]),
    beam([s * 0.62, 0.96, 0.6], [s * 0.62, 0.96, -0.6], [0.09, 0.08], [0, 1, 0]),
    beam([s * 0.72, 0.9, 0.46], [s * 0.72, 1.42, 0.46], [0.075, 0.075]),
    beam([s * 0.72, 0.9, -0.46], [s * 0.72, 2.1, -0.56], [0.075, 0.075]),
    block(wood(frame, { axis: 'z', seed: 30 + s }), [0.2, 0.06, 1.28], [s * 0.72, 1.42, 0], 0.028),
    [0.46, -0.46].map((z) =>
      place(
        turned(
          [
            [0, 0],
            [0.035, 0, 0.01],
            [0.03, 0.02, 0.01],
            [0, 0.024],
          ],
          metal('brass'),
          { steps: 20 },
        ),
        { at: [s * 0.76, 1.0, z], turn: [0, 0, -s * 1.571] },
      ),
    ),
  ]
  const cross = (z, shift) => [
    beam([-0.64, 0.09, z], [0.6, 0.94, z], [0.09, 0.06]),
    beam([0.64, 0.09, z - shift], [-0.6, 0.94, z - shift], [0.09, 0.06]),
    place(
      turned(
        [
          [0, 0],
          [0.045, 0, 0.01],
          [0.04, 0.03, 0.01],
          [0, 0.036],
        ],
        metal('brass'),
        { steps: 24 },
      ),
      { at: [0, 0.515, z + 0.03], turn: [1.571, 0, 0] },
    ),
  ]
  const seat = surface(
    (u, v) => {
      const x = (u - 0.5) * 1.3
      const sag = 0.1 * (1 - (x / 0.65) ** 2) + 0.02 * Math.sin(v * 3.14)
      return [x, 1.012 - sag + 0.03 * Math.abs(x / 0.65) ** 8, (v - 0.5) * 1.06]
    },
    40,
    20,
    canvas,
  )
  const hem = [-0.5, 0.5].map((v) =>
    along(
      Array.from({ length: 21 }, (_, n) => {
        const x = (n / 20 - 0.5) * 1.3
        return [x, 1.012 - 0.1 * (1 - (x / 0.65) ** 2), v * 1.06]
      }),
      0.014,
      canvas,
      { steps: 40, ring: 8 },
    ),
  )
  const back = surface(
    (u, v) => {
      const x = (u - 0.5) * 1.5
      const bend = 0.13 * (1 - (x / 0.75) ** 2)
      return [x, 1.58 + v * 0.5, -0.5 - v * 0.055 - bend]
    },
    40,
    14,
    canvas,
  )
  const sleeves = [-1, 1].map((s) =>
    along(
      [
        [s * 0.72, 1.58, -0.515],
        [s * 0.72, 2.08, -0.56],
      ],
      0.056,
      canvas,
      { steps: 8 },
    ),
  )
  return {
    group: group(side(1), side(-1), cross(0.34, 0.07), cross(-0.3, 0.07), seat, hem, back, sleeves),
    ground: 'sky',
    camera: { always: { around: 32, above: 14 }, detail: { around: 28, aim: [0.8, 0.62, 0.6] } },
  }
}
