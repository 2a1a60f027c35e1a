import * as THREE from 'three'
import {
  along,
  ball,
  blob,
  block,
  circle,
  copies,
  cutOut,
  group,
  lying,
  mesh,
  place,
  polygon,
  rod,
  surface,
  turned,
} from '../stage/shaping.js'
import { coat, leather, madeOf, metal, wood } from '../stage/surfaces.js'
import { bag } from './bags.js'
import { cloth } from './textiles.js'

const frameOf = (name, seed = 0, axis = 'y') => madeOf(name, coat, { axis, seed })

/** style dining|lounge|shell|director, frame wood or metal, colour, weave */
export function chair({ style = 'dining', frame = 'oak', colour = 'sage', weave = 'linen' } = {}) {
  const soft = () => cloth(colour, weave)
  const legs = (w, d, h, lean = 0.1) =>
    [
      [-w, d],
      [w, d],
      [-w, -d],
      [w, -d],
    ].map(([x, z], n) =>
      rod(frameOf(frame, n), [x * (1 + lean), 0, z * (1 + lean)], [x, h, z], 0.035, 0.055),
    )
  const kinds = {
    dining: () => [
      legs(0.42, 0.42, 0.86),
      block(frameOf(frame, 5, 'x'), [1.06, 0.09, 1.0], [0, 0.82, 0], 0.04),
      blob([0.52, 0.09, 0.5], [0.35, 0.6], soft(), { at: [0, 0.97, 0.01] }),
      [-0.42, 0.42].map((x, n) =>
        along(
          [
            [x, 0.85, -0.44],
            [x, 1.35, -0.5],
            [x * 0.98, 1.85, -0.62],
          ],
          0.045,
          frameOf(frame, n + 7),
          { steps: 24 },
        ),
      ),
      surface(
        (u, v) => {
          const x = (u - 0.5) * 0.92
          return [x, 1.32 + v * 0.56, -0.5 - v * 0.13 - 0.1 * (1 - (x / 0.46) ** 2)]
        },
        24,
        10,
        frameOf(frame, 9, 'x'),
      ),
      blob(
        [0.44, 0.26, 0.07],
        [0.5, 0.4],
        soft(),
        { at: [0, 1.6, -0.56], turn: [-0.2, 0, 0] },
        ([x, y, z]) => [x, y, z - 0.08 * (1 - (x / 0.44) ** 2)],
      ),
    ],
    lounge: () => [
      legs(0.62, 0.55, 0.5, 0.12),
      block(frameOf(frame, 4, 'x'), [1.36, 0.1, 1.24], [0, 0.46, 0], 0.04),
      blob([0.66, 0.17, 0.64], [0.3, 0.5], soft(), { at: [0, 0.72, 0.04] }),
      blob([0.64, 0.55, 0.17], [0.4, 0.4], soft(), { at: [0, 1.32, -0.52], turn: [-0.28, 0, 0] }),
      [-1, 1].map((s) => [
        along(
          [
            [s * 0.76, 0, 0.62],
            [s * 0.76, 0.6, 0.6],
            [s * 0.76, 0.95, 0.55],
            [s * 0.76, 1.04, 0.2],
            [s * 0.76, 0.98, -0.5],
          ],
          [0.05, 0.045],
          frameOf(frame, s + 3, 'z'),
          { steps: 40 },
        ),
        rod(frameOf(frame, 6), [s * 0.76, 0, -0.68], [s * 0.76, 1.0, -0.48], 0.04, 0.05),
      ]),
    ],
    shell: () => [
      legs(0.3, 0.3, 0.82, 0.55),
      surface(
        (u, v) => {
          const a = (0.5 - u) * 2
          const t = v
          const seat = t < 0.5
          const depth = seat ? 0.5 - t * 1.7 : -0.35 - (t - 0.5) * 0.45
          const high = seat
            ? 0.84 + 0.1 * (1 - Math.sin(t * Math.PI))
            : 0.86 + (t - 0.5) ** 1.25 * 2.1
          const w = seat ? 0.52 + 0.06 * t : 0.55 - (t - 0.5) ** 2 * 0.9
          return [
            a * w * (1 - 0.06 * Math.abs(a) ** 4),
            high + Math.abs(a) ** 3 * (seat ? 0.1 : 0.02),
            depth + (seat ? 0 : Math.abs(a) ** 2.4 * 0.2),
          ]
        },
        40,
        60,
        weave === 'linen' ? coat(colour, 0.5) : soft(),
      ),
    ],
  }
  return {
    group: group((kinds[style] ?? kinds.dining)()),
    ground: 'mist',
    camera: { always: { around: 34, above: 14 } },
  }
}

/** kind stool|side|tray|pouf, top wood/colour, frame */
export function stool({
  kind = 'stool',
  top = 'oak',
  frame = 'oak',
  colour = 'sand',
  weave = 'knit',
} = {}) {
  const legs = (n, r, h, lean) =>
    copies(n, (k) => {
      const a = (k / n) * 6.2832 + 0.5
      return rod(
        frameOf(frame, k),
        [Math.cos(a) * (r + lean), 0, Math.sin(a) * (r + lean)],
        [Math.cos(a) * r, h, Math.sin(a) * r],
        0.035,
        0.055,
      )
    })
  const kinds = {
    stool: () => [
      legs(4, 0.36, 1.02, 0.16),
      lying(circle(0.6), 0.14, frameOf(top, 5, 'x'), { bevel: 0.05, y: 1.0 }),
      [0, 1].map((k) =>
        rod(
          frameOf(frame, 8),
          [Math.cos(0.5 + k * 1.571) * 0.46, 0.35, Math.sin(0.5 + k * 1.571) * 0.46],
          [-Math.cos(0.5 + k * 1.571) * 0.46, 0.35, -Math.sin(0.5 + k * 1.571) * 0.46],
          0.025,
        ),
      ),
    ],
    side: () => [
      legs(3, 0.5, 1.1, 0.14),
      lying(circle(0.85), 0.09, frameOf(top, 5, 'x'), { bevel: 0.03, y: 1.09 }),
      place(turned(smallVase, coat(colour, 0.3), { smooth: true }), { at: [-0.25, 1.18, 0.05] }),
    ],
    tray: () => [
      turned(
        [
          [0, 1.15],
          [0.8, 1.15, 0.02],
          [0.82, 1.3, 0.02],
          [0.79, 1.3, 0.01],
          [0.77, 1.19, 0.02],
          [0, 1.185],
        ],
        frameOf(top, 3, 'x'),
        { steps: 80 },
      ),
      turned(
        [
          [0, 0],
          [0.5, 0, 0.02],
          [0.48, 0.05, 0.02],
          [0.05, 0.09, 0.04],
          [0.04, 1.1, 0.03],
          [0.2, 1.15, 0.02],
        ],
        frameOf(frame === 'oak' ? 'blackmetal' : frame),
      ),
    ],
    pouf: () => [
      blob(
        [0.92, 0.5, 0.92],
        [1, 0.6],
        cloth(colour, weave, { scale: 0.8 }),
        { at: [0, 0.48, 0] },
        ([x, y, z]) => {
          const d = Math.hypot(x, z)
          return [x, Math.max(-0.47, y - (y > 0 ? Math.exp(-d * d * 30) * 0.1 : 0)), z]
        },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.stool)()),
    ground: 'warm',
    camera: { always: { above: 20 } },
  }
}

/** The line of a small vase. */
const smallVase = [
  [0, 0],
  [0.14, 0],
  [0.22, 0.14],
  [0.2, 0.3],
  [0.09, 0.42],
  [0.1, 0.5],
]

/** Coat rack with a shelf and five pegs, on a wall; kind wood, hung a bag */
export function coatRack({ kind = 'beech', hung = true } = {}) {
  const board = (seed) => wood(kind, { axis: 'x', seed })
  const peg = (x, n) =>
    place(
      turned(
        [
          [0, 0],
          [0.085, 0, 0.01],
          [0.085, 0.03, 0.015],
          [0.05, 0.06, 0.02],
          [0.042, 0.3, 0.05],
          [0.09, 0.44, 0.04],
          [0.08, 0.5, 0.03],
          [0, 0.51],
        ],
        wood(kind, { axis: 'y', seed: n + 4 }),
        { steps: 36 },
      ),
      { at: [x, 0.27, 0.05], turn: [1.33, 0, 0] },
    )
  const wall = block(coat('#e9e2d6', 0.95), [7, 7, 0.2], [0, -2.4, -0.2], 0.02)
  Object.assign(wall.userData, { unframed: true, shade: 0 })
  const rack = [
    block(board(1), [3.2, 0.6, 0.09], [0, 0, 0], 0.025),
    block(board(2), [3.2, 0.08, 0.46], [0, 0.58, 0.185], 0.03),
    [-1.2, 1.2].map((x, n) =>
      place(
        cutOut(
          polygon([
            [0, 0],
            [-0.3, 0.34],
            [0, 0.34],
          ]),
          0.07,
          wood(kind, { axis: 'y', seed: n + 12 }),
          { bevel: 0.012 },
        ),
        { at: [x * 1.14, 0.245, 0.04], turn: [0, Math.PI / 2, 0] },
      ),
    ),
    [-1.2, -0.6, 0, 0.6, 1.2].map(peg),
    hung && [
      place(bag({ kind: 'tote', colour: 'cream', trim: 'self' }).group, {
        at: [-0.6, -1.04, 0.32],
        scale: 0.54,
      }),
      place(turned(smallVase, coat('sage', 0.3), { smooth: true }), { at: [0.55, 0.66, 0.18] }),
    ],
  ]
  return {
    group: group(wall, place(group(rack), { at: [0, 1.3, 0], scale: 0.6 })),
    size: 'as-is',
    // Shadows on the wall want a softer lamp than shadows on the floor.
    passes: 20,
    backdrop: false,
    camera: {
      always: { around: 16, above: 6, fill: 0.74 },
      detail: { around: 26, above: 8, aim: [0.52, 0.62, 0.56] },
    },
  }
}

/** Mirror; kind round|arch */
export function mirror({ kind = 'round', frame = 'brass', strap = 'brown' } = {}) {
  const face = metal('chrome', { rough: 0.02 })
  const rim = madeOf(frame, metal)
  if (kind === 'arch')
    return {
      group: group(
        place(
          group(
            block(rim, [1.2, 1.5, 0.1], [0, 0, 0], 0.03),
            lying(circle(0.6), 0.1, rim, { bevel: 0.02 })
              .rotateX(Math.PI / 2)
              .translateY(0)
              .translateZ(-1.5),
            block(face, [1.06, 1.45, 0.02], [0, 0.06, 0.045], 0.005),
            mesh(new THREE.CircleGeometry(0.53, 48), face, { at: [0, 1.5, 0.056] }),
          ),
          { turn: [-0.14, 0, 0] },
        ),
      ),
      ground: 'linen',
    }
  return {
    group: group(
      place(
        group(
          mesh(new THREE.TorusGeometry(0.95, 0.045, 16, 96), rim, { at: [0, 1, 0] }),
          mesh(new THREE.CircleGeometry(0.94, 72), face, { at: [0, 1, 0.0] }),
          along(
            [
              [-0.8, 1.52, -0.02],
              [-0.4, 2.1, -0.02],
              [0, 2.45, 0],
              [0.4, 2.1, -0.02],
              [0.8, 1.52, -0.02],
            ],
            [0.012, 0.045],
            leather(strap, { fine: true }),
            { up: [0, 0, 1], steps: 40, tension: 0.1 },
          ),
          place(ball(0.07, rim), { at: [0, 2.44, 0.04] }),
        ),
        { turn: [-0.05, 0, 0], at: [0, 0.05, 0] },
      ),
    ),
    ground: 'linen',
    camera: { always: { around: 20, above: 6 } },
  }
}
