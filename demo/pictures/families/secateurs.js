import * as THREE from 'three'
import {
  along,
  copies,
  cutOut,
  group,
  place,
  ring,
  rod,
  smoothShape,
  turned,
} from '../stage/shaping.js'
import { coat, leather, metal, wood } from '../stage/surfaces.js'

/** Secateurs beside their holster; handle wood, colour of the leather */
export function secateurs({ handle = 'ash', colour = 'brown' } = {}) {
  const flat = (parts, at, turn) =>
    place(group(place(group(parts), { turn: [-Math.PI / 2, 0, 0] })), { at, turn: [0, turn, 0] })
  return {
    group: group(
      flat(shears(handle), [-0.5, 0.15, 0.45], 0.42),
      flat(holster(colour), [1.2, 0.02, 0.05], -0.2),
    ),
    ground: 'sage',
    size: 1.2,
    camera: { always: { above: 56, around: 10, fill: 0.8 } },
  }
}

const HOOK = [
  [0.12, 0.16],
  [-0.02, 0.2],
  [-0.12, 0.42],
  [-0.14, 0.68],
  [-0.06, 1.02],
  [-0.2, 0.86],
  [-0.31, 0.55],
  [-0.3, 0.22],
  [-0.2, -0.12],
  [-0.02, -0.34],
  [0.2, -0.56],
  [0.32, -0.5],
  [0.2, -0.2],
  [0.2, 0.04],
]
const BLADE = [
  [-0.2, 0.02],
  [-0.24, 0.3],
  [-0.22, 0.6],
  [-0.1, 0.92],
  [0.08, 1.16],
  [0.17, 0.9],
  [0.24, 0.55],
  [0.24, 0.2],
  [0.18, -0.1],
  [0.0, -0.3],
  [-0.2, -0.56],
  [-0.32, -0.5],
  [-0.22, -0.2],
]

/** Two halves that cross at the bolt, a little open; the blade lies above the hook. */
function shears(handle) {
  const steel = (rough) => metal('steel', { rough })
  const half = (outline, side, high, seed, material) => {
    const grip = [
      [side * 0.24, -0.42, 0],
      [side * 0.4, -0.85, 0],
      [side * 0.44, -1.35, 0],
      [side * 0.36, -1.85, 0],
      [side * 0.3, -2.2, 0],
    ]
    const swell = (t) => [0.1 + 0.035 * Math.sin(t * Math.PI) + 0.012 * t, 0.115]
    return group(
      place(cutOut(smoothShape(outline), 0.055, material, { bevel: 0.02 }), {
        at: [0, 0, high],
      }),
      along(grip, swell, wood(handle, { axis: 'y', seed }), { steps: 60, ring: 24, up: [0, 0, 1] }),
      [
        [0.3, -0.56],
        [0.37, -0.8],
      ].map(([x, y]) =>
        turned(
          [
            [0.04, -0.14],
            [0.04, 0.132, 0.01],
            [0, 0.14],
          ],
          metal('brass'),
          { where: { at: [side * x, y, 0], turn: [Math.PI / 2, 0, 0] } },
        ),
      ),
    )
  }
  const spring = along(
    Array.from({ length: 90 }, (_, n) => {
      const t = n / 89
      const a = t * Math.PI * 2 * 7
      const r = 0.085 - 0.035 * Math.abs(t - 0.5) * 2
      return [-0.31 + t * 0.62, -0.72 + Math.cos(a) * r, Math.sin(a) * r]
    }),
    0.016,
    steel(0.2),
    { steps: 360, ring: 8 },
  )
  const bolt = group(
    turned(
      [
        [0.16, 0.05, 0.01],
        [0.16, 0.085, 0.01],
        [0, 0.09],
      ],
      metal('brass'),
      { steps: 40 },
    ),
    turned(
      [
        [0.095, 0.08],
        [0.095, 0.16, 0.015],
        [0, 0.165],
      ],
      steel(0.2),
      { steps: 6 },
    ),
  )
  return [
    place(half(HOOK, 1, -0.03, 2, metal('gunmetal', { rough: 0.34 })), { turn: [0, 0, 0.13] }),
    place(half(BLADE, -1, 0.03, 7, steel(0.2)), { turn: [0, 0, -0.13] }),
    spring,
    place(bolt, { turn: [Math.PI / 2, 0, 0] }),
  ]
}

/** A tapered sheath with a loop for the belt, stitched by hand. */
function holster(colour) {
  const hide = (fine) => leather(colour, { fine })
  const back = smoothShape([
    [-0.46, 0.5],
    [-0.44, 1.1],
    [-0.26, 1.5],
    [0, 1.58],
    [0.26, 1.5],
    [0.44, 1.1],
    [0.46, 0.5],
    [0.36, -0.4],
    [0.24, -1.2],
    [0, -1.34],
    [-0.24, -1.2],
    [-0.36, -0.4],
  ])
  const edge = [
    [-0.42, 0.58],
    [-0.34, -0.4],
    [-0.225, -1.14],
    [0, -1.26],
    [0.225, -1.14],
    [0.34, -0.4],
    [0.42, 0.58],
  ]
  const front = new THREE.Shape()
  front.moveTo(-0.455, 0.62)
  front.bezierCurveTo(-0.2, 0.36, 0.2, 0.36, 0.455, 0.62)
  front.bezierCurveTo(0.45, 0.2, 0.36, -0.4, 0.25, -1.16)
  front.bezierCurveTo(0.18, -1.37, -0.18, -1.37, -0.25, -1.16)
  front.bezierCurveTo(-0.36, -0.4, -0.45, 0.2, -0.455, 0.62)
  const seam = new THREE.CatmullRomCurve3(edge.map(([x, y]) => new THREE.Vector3(x, y, 0)))
  const thread = coat('cream', 0.8)
  const stitches = copies(44, (n) => {
    const from = seam.getPointAt((n + 0.2) / 44)
    const to = seam.getPointAt((n + 0.75) / 44)
    const inward = 0.93
    return rod(
      thread,
      [from.x * inward, from.y * 0.98, 0.262],
      [to.x * inward, to.y * 0.98, 0.262],
      0.014,
    )
  })
  const strap = along(
    [
      [0, 1.36, 0.06],
      [0, 1.3, 0.16],
      [0, 1.0, 0.24],
      [0, 0.72, 0.2],
      [0, 0.62, 0.1],
    ],
    [0.2, 0.028],
    hide(true),
    { steps: 40, up: [1, 0, 0], square: true },
  )
  const stud = (y, z) =>
    turned(
      [
        [0.06, 0],
        [0.05, 0.03, 0.02],
        [0, 0.035],
      ],
      metal('brass'),
      { where: { at: [0, y, z], turn: [Math.PI / 2, 0, 0] } },
    )
  return [
    place(cutOut(back, 0.07, hide(false), { bevel: 0.02 }), { at: [0, 0, 0.035] }),
    place(cutOut(front, 0.19, hide(false), { bevel: 0.05 }), { at: [0, 0, 0.16] }),
    strap,
    stud(1.34, 0.08),
    stitches,
    [-0.33, 0.33].map((x) => ring(0.05, 0.018, metal('brass'), { at: [x, 0.42, 0.256] })),
  ]
}
