import * as THREE from 'three'
import { label } from '../stage/label-designs.js'
import { softNoise } from '../stage/seeded-chance.js'
import {
  along,
  blob,
  block,
  copies,
  group,
  mesh,
  place,
  rod,
  surface,
  turned,
} from '../stage/shaping.js'
import { fabric, leather, metal, plastic, printed, rubber, wood } from '../stage/surfaces.js'
import { braid, cloth } from './textiles.js'

/** Backpack; colour, weave canvas|leather|twill, trim leather colour, style roll|classic|city */
export function backpack({
  colour = 'navy',
  weave = 'canvas',
  trim = 'brown',
  style = 'classic',
} = {}) {
  const body = cloth(colour, weave)
  const strap = leather(trim, { fine: true })
  const steel = metal('brass')
  const soft = (size, at, power = 0.42) =>
    blob(size, [power, power], body, { at }, ([x, y, z]) => [x, Math.max(y, -0.88 * size[1]), z])
  const flap = surface(
    (u, v) => {
      const t = v
      const x = (u - 0.5) * 1.2 * (1 - 0.16 * Math.max(0, t - 0.7))
      const y = 2.02 + 0.1 * Math.sin(t * 2.6) - Math.max(0, t - 0.4) * 1.15
      const z = -0.3 + Math.min(1, t * 1.7) * 0.86 + (t > 0.55 ? 0.02 : 0)
      return [x * (1 + 0.02 * Math.sin(v * 6)), y - Math.abs(x) ** 3 * 0.12, z]
    },
    24,
    30,
    cloth(colour, weave),
  )
  const straps = [-0.34, 0.34].map((x) => [
    along(
      [
        [x, 1.95, 0.5],
        [x, 1.55, 0.6],
        [x, 1.05, 0.62],
      ],
      [0.012, 0.055],
      strap,
      { up: [0, 0, 1], steps: 20 },
    ),
    block(steel, [0.16, 0.14, 0.04], [x, 1.18, 0.62], 0.02),
  ])
  const back = [-0.36, 0.36].map((x) =>
    along(
      [
        [x * 0.6, 1.95, -0.42],
        [x, 2.1, -0.62],
        [x * 1.5, 1.2, -0.78],
        [x * 1.5, 0.4, -0.62],
        [x * 1.7, 0.15, -0.4],
      ],
      [0.03, 0.09],
      body,
      { up: [0, 0, -1], steps: 40 },
    ),
  )
  const handle = along(
    [
      [-0.16, 2.04, -0.3],
      [-0.12, 2.3, -0.33],
      [0.12, 2.3, -0.33],
      [0.16, 2.04, -0.3],
    ],
    [0.03, 0.04],
    strap,
    { steps: 30 },
  )
  const kinds = {
    classic: () => [
      soft([0.7, 1.0, 0.42], [0, 1.0, 0]),
      soft([0.5, 0.42, 0.18], [0, 0.58, 0.44]),
      flap,
      straps,
    ],
    roll: () => [
      soft([0.66, 1.0, 0.4], [0, 1.0, 0], 0.38),
      place(
        turned(
          [
            [0, 0],
            [0.17, 0, 0.05],
            [0.17, 1.3, 0.05],
            [0, 1.3],
          ],
          body,
        ),
        { at: [0.65, 2.02, 0], turn: [0, 0, Math.PI / 2] },
      ),
      [-0.4, 0.4].map((x) =>
        along(
          [
            [x, 1.2, 0.41],
            [x, 1.75, 0.4],
            [x, 2.16, 0.2],
            [x, 2.2, -0.05],
          ],
          [0.012, 0.05],
          strap,
          { up: [0, 0, 1], steps: 24 },
        ),
      ),
      soft([0.48, 0.44, 0.12], [0, 0.66, 0.4]),
      block(steel, [0.14, 0.12, 0.03], [-0.4, 1.4, 0.42], 0.02),
      block(steel, [0.14, 0.12, 0.03], [0.4, 1.4, 0.42], 0.02),
    ],
    city: () => [
      soft([0.68, 1.04, 0.36], [0, 1.04, 0], 0.3),
      zip([
        [-0.5, 0.9, 0.36],
        [-0.5, 1.6, 0.37],
        [-0.3, 1.9, 0.33],
        [0.3, 1.9, 0.33],
        [0.5, 1.6, 0.37],
        [0.5, 0.9, 0.36],
      ]),
      soft([0.52, 0.42, 0.1], [0, 0.56, 0.34], 0.3),
      zip([
        [-0.44, 0.9, 0.4],
        [0, 0.94, 0.45],
        [0.44, 0.9, 0.4],
      ]),
      block(strap, [0.3, 0.16, 0.03], [0, 1.3, 0.36], 0.015),
    ],
  }
  return {
    group: group((kinds[style] ?? kinds.classic)(), back, handle),
    ground: 'mist',
    camera: { detail: { aim: [0.45, 0.55, 0.95] } },
  }
}

const zip = (points) => [
  along(points, [0.02, 0.012], metal('gunmetal'), { steps: 60 }),
  along(
    [
      points[points.length - 1],
      [
        points[points.length - 1][0],
        points[points.length - 1][1] - 0.14,
        points[points.length - 1][2] + 0.03,
      ],
    ],
    [0.03, 0.01],
    metal('brass'),
    { steps: 6 },
  ),
]

/** Tote, weekender, toiletry, shopper; colour, weave, trim, text */
export function bag({
  kind = 'tote',
  colour = 'cream',
  weave = 'canvas',
  trim = 'brown',
  text,
} = {}) {
  const body = cloth(colour, weave)
  const strap =
    kind === 'tote'
      ? cloth(trim === 'self' ? colour : trim, 'canvas')
      : leather(trim === 'self' ? colour : trim, { fine: true })
  const noise = softNoise(12)
  const kinds = {
    tote: () => {
      const side = (s) =>
        surface(
          (u, v) => {
            const x = (u - 0.5) * 1.7
            const bulge =
              Math.sin(u * Math.PI) ** 0.7 *
              (0.26 - 0.1 * v) *
              (0.4 + 0.6 * Math.sin(Math.min(1, v * 1.5 + 0.12) * Math.PI * 0.5))
            return [
              x * (1 - 0.02 * Math.sin(v * 3)),
              v * 1.75,
              s * (bulge + noise(u * 3 + s, v * 3) * 0.035 * Math.sin(u * Math.PI)),
            ]
          },
          36,
          36,
          body,
        )
      const handles = [1, -1].map((s) =>
        along(
          [
            [-0.42, 1.35, s * 0.2],
            [-0.42, 1.72, s * 0.17],
            [-0.34, 2.3, s * 0.14],
            [0, 2.56, s * 0.12],
            [0.34, 2.3, s * 0.14],
            [0.42, 1.72, s * 0.17],
            [0.42, 1.35, s * 0.2],
          ],
          [0.016, 0.07],
          strap,
          { up: [0, 0, 1], steps: 60 },
        ),
      )
      const print =
        text &&
        surface(
          (u, v) => {
            const p = 0.22 + u * 0.56
            const q = 0.34 + v * 0.42
            const bulge =
              Math.sin(p * Math.PI) ** 0.7 *
              (0.26 - 0.1 * q) *
              (0.4 + 0.6 * Math.sin(Math.min(1, q * 1.5 + 0.12) * Math.PI * 0.5))
            return [
              (p - 0.5) * 1.7,
              q * 1.75,
              bulge + noise(p * 3 + 1, q * 3) * 0.035 * Math.sin(p * Math.PI) + 0.006,
            ]
          },
          20,
          14,
          printed(
            label(1, 0.76, {
              name: text,
              paper: colour,
              ink: trim === 'self' ? 'charcoal' : trim,
              design: 'sprig',
              accent: trim,
            }),
            { rough: 0.95 },
          ),
        )
      return [side(1), side(-1), handles, print]
    },
    weekender: () => [
      blob([1.3, 0.66, 0.56], [0.5, 0.42], body, { at: [0, 0.68, 0] }, ([x, y, z]) => [
        x,
        y - (y > 0 ? Math.abs(x) ** 2 * 0.05 : 0),
        z * (y > 0 ? 1 - 0.35 * (y / 0.66) ** 2 : 1),
      ]),
      zip([
        [-1.0, 1.26, 0],
        [0, 1.345, 0],
        [1.0, 1.26, 0],
      ]),
      [1, -1].map((s) =>
        along(
          [
            [-0.5, 0.3, s * 0.565],
            [-0.46, 0.95, s * 0.52],
            [-0.4, 1.6, s * 0.26],
            [0, 1.86, s * 0.2],
            [0.4, 1.6, s * 0.26],
            [0.46, 0.95, s * 0.52],
            [0.5, 0.3, s * 0.565],
          ],
          [0.025, 0.06],
          strap,
          { up: [0, 0, 1], steps: 70 },
        ),
      ),
      [-0.48, 0.48].map((x) => block(metal('brass'), [0.16, 0.1, 0.05], [x, 0.86, 0.54], 0.03)),
    ],
    toiletry: () => [
      blob([1.05, 0.46, 0.42], [0.42, 0.45], body, { at: [0, 0.46, 0] }, ([x, y, z]) => [
        x,
        y,
        z * (y > 0 ? 1 - 0.3 * (y / 0.46) ** 2 : 1),
      ]),
      zip([
        [-0.85, 0.875, 0.0],
        [0, 0.925, 0.0],
        [0.9, 0.865, 0.0],
      ]),
      along(
        [
          [-1.0, 0.5, 0.0],
          [-1.22, 0.55, 0.0],
          [-1.22, 0.78, 0],
          [-0.95, 0.76, 0],
        ],
        [0.02, 0.06],
        strap,
        { up: [0, 0, 1], steps: 30 },
      ),
      text &&
        place(block(leather(trim), [0.42, 0.2, 0.03], [0, 0, 0], 0.02), {
          at: [0.4, 0.38, 0.42],
          turn: [-0.05, 0, 0],
        }),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.tote)()),
    ground: 'stone',
    camera: { detail: { aim: [0.4, 0.6, 0.95] } },
  }
}

/** Storage basket; weave basket|felt|knit, colour, handles leather colour, filled with blanket colour */
export function basket({
  colour = 'sand',
  weave = 'basket',
  handles = 'brown',
  lid = false,
  filled,
} = {}) {
  const material = cloth(colour, weave, { scale: 0.8 })
  const rows = 11
  const body =
    weave === 'basket'
      ? copies(rows, (n) => {
          const y = 0.07 + n * 0.115
          const r = 0.72 + 0.12 * Math.sin((n / rows) * 2.4)
          return mesh(new THREE.TorusGeometry(r, 0.066, 10, 90), braid(colour), {
            at: [0, y, 0],
            turn: [Math.PI / 2, 0, 0],
          })
        })
      : turned(
          [
            [0, 0.01],
            [0.72, 0.0, 0.1],
            [0.86, 0.6, 0.3],
            [0.8, 1.25, 0.03],
            [0.75, 1.25, 0.02],
            [0.78, 0.6, 0.3],
            [0.66, 0.06, 0.05],
            [0, 0.06],
          ],
          material,
        )
  const inner =
    weave === 'basket' &&
    turned(
      [
        [0, 0.05],
        [0.7, 0.05, 0.05],
        [0.8, 0.6, 0.3],
        [0.75, 1.2, 0],
      ],
      fabric('sand', 'linen'),
      {},
    )
  if (inner) inner.material.side = THREE.DoubleSide
  const grip = [-1, 1].map((s) =>
    along(
      [
        [s * 0.76, 0.98, -0.2],
        [s * 0.93, 1.28, -0.17],
        [s * 0.93, 1.4, 0],
        [s * 0.93, 1.28, 0.17],
        [s * 0.76, 0.98, 0.2],
      ],
      [0.035, 0.05],
      leather(handles, { fine: true }),
      { steps: 40 },
    ),
  )
  const cover = lid && [
    turned(
      [
        [0, 1.3],
        [0.8, 1.26, 0.03],
        [0.8, 1.34, 0.04],
        [0.2, 1.4, 0.1],
        [0, 1.4],
      ],
      wood('oak'),
    ),
    turned(
      [
        [0, 1.38],
        [0.07, 1.4, 0.02],
        [0.1, 1.5, 0.04],
        [0, 1.53],
      ],
      leather(handles),
    ),
  ]
  const inside =
    filled &&
    place(
      blob([0.7, 0.42, 0.7], [1, 0.8], fabric(filled, 'knit'), {}, ([x, y, z]) => [
        x,
        y + 0.1 * Math.sin(x * 6 + z * 4) * (y > 0 ? 1 : 0),
        z,
      ]),
      { at: [0, 1.14, 0] },
    )
  return {
    group: group(body, inner, grip, cover, inside),
    ground: 'linen',
    camera: { detail: { aim: [0.4, 0.6, 0.95] } },
  }
}

/** Yoga mat rolled, with strap; colour, strap colour, block true */
export function yogaMat({ colour = 'plum', strap = 'sand', block: brick = true } = {}) {
  const material = rubber(colour)
  const roll = surface(
    (u, v) => {
      const turn = v * Math.PI * 2 * 5.2
      const r = 0.08 + v * 0.34 + (v > 0.97 ? 0.0 : 0)
      return [(u - 0.5) * 2.6, 0.43 + Math.sin(turn) * r, Math.cos(turn) * r]
    },
    4,
    260,
    material,
  )
  const shell = mesh(new THREE.CylinderGeometry(0.425, 0.425, 2.6, 72, 1, true), material, {
    at: [0, 0.43, 0],
    turn: [0, 0, Math.PI / 2],
  })
  const bands = [-0.62, 0.62].map((x) =>
    mesh(new THREE.CylinderGeometry(0.437, 0.437, 0.14, 60, 1, true), fabric(strap, 'canvas'), {
      at: [x, 0.43, 0],
      turn: [0, 0, Math.PI / 2],
    }),
  )
  const carry = along(
    [
      [-0.62, 0.86, 0.05],
      [-0.4, 1.0, 0.2],
      [0, 1.06, 0.28],
      [0.4, 1.0, 0.2],
      [0.62, 0.86, 0.05],
    ],
    [0.015, 0.06],
    fabric(strap, 'canvas'),
    { up: [0, 1, 0], steps: 40 },
  )
  return {
    group: group(
      roll,
      shell,
      bands,
      carry,
      brick &&
        block(
          rubber(strap === 'sand' ? 'mocha' : strap),
          [0.95, 0.42, 0.62],
          [0.75, 0, 0.98],
          0.06,
        ),
    ),
    ground: 'lilac',
    camera: { always: { around: 36, above: 20 } },
  }
}

/** Umbrella, closed on its side or standing; colour, handle wood or colour */
export function umbrella({ colour = 'navy', handle = 'walnut', open = false } = {}) {
  const canopy = fabric(colour, 'twill', { depth: 0.3 })
  const grip = ['walnut', 'oak', 'beech'].includes(handle)
    ? wood(handle, { axis: 'y' })
    : plastic(handle)
  const hook = along(
    [
      [0, 0.5, 0],
      [0, 0.2, 0],
      [0, -0.08, 0],
      [0.13, -0.26, 0],
      [0.33, -0.22, 0],
      [0.38, -0.04, 0],
    ],
    0.05,
    grip,
    { steps: 50 },
  )
  if (open) {
    const ribs = 8
    const roof = surface(
      (u, v) => {
        const turn = u * Math.PI * 2
        const scallop = Math.abs(Math.sin((turn * ribs) / 2))
        const r = 1.5 * v
        const sag = 0.16 * scallop * v * v
        const y = 2.5 - 0.62 * v ** 2.1 + sag * 0.5
        return [Math.cos(turn) * (r - sag * 0.6), y, Math.sin(turn) * (r - sag * 0.6)]
      },
      160,
      24,
      canopy,
    )
    const whole = group(
      roof,
      rod(metal('steel'), [0, 0.4, 0], [0, 2.66, 0], 0.025),
      hook,
      copies(ribs, (n) => {
        const a = (n / ribs) * 6.2832
        return rod(metal('steel'), [0, 1.5, 0], [Math.cos(a) * 0.75, 2.3, Math.sin(a) * 0.75], 0.01)
      }),
    )
    return {
      group: group(place(whole, { turn: [-0.35, 0, 1.15], at: [0, 0, 0] })),
      ground: 'sky',
      camera: { always: { around: 10, above: 10 } },
    }
  }
  const folds = surface(
    (u, v) => {
      const turn = u * Math.PI * 2
      const r =
        (0.055 + 0.13 * Math.sin(Math.PI * Math.min(1, v * 1.02)) ** 0.6 * (1.1 - v * 0.5)) *
        (1 + 0.22 * Math.abs(Math.sin(turn * 4 + v * 2.4)))
      return [Math.cos(turn) * r, 0.55 + v * 2.15, Math.sin(turn) * r]
    },
    96,
    30,
    canopy,
  )
  const whole = group(
    folds,
    hook,
    rod(metal('steel'), [0, 0.4, 0], [0, 0.6, 0], 0.03),
    turned(
      [
        [0.05, 2.66],
        [0.055, 2.7, 0.01],
        [0.03, 2.95, 0.02],
        [0, 2.96],
      ],
      grip,
    ),
    mesh(new THREE.TorusGeometry(0.2, 0.022, 8, 40), canopy, {
      at: [0, 1.1, 0],
      turn: [Math.PI / 2, 0, 0],
      scale: [1, 1, 2],
    }),
  )
  return {
    group: group(place(whole, { turn: [0, 0, 1.57], at: [1.5, 0.26, 0] })),
    ground: 'sky',
    camera: { always: { around: 24, above: 34 } },
  }
}
