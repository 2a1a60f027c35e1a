import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import {
  along,
  ball,
  block,
  circle,
  copies,
  group,
  lying,
  mesh,
  place,
  polygon,
  rectangle,
  rod,
  smoothShape,
  turned,
  vessel,
} from '../stage/shaping.js'
import {
  coat,
  enamel,
  fabric,
  gloss,
  isWood,
  madeOf,
  metal,
  plastic,
  wood,
} from '../stage/surfaces.js'

/** shape paddle|block|round|cheese, wood, second wood stripe, extras none|knife|bread|cheese */
export function cuttingBoard({ shape = 'paddle', kind = 'oak', stripe, extras = 'none' } = {}) {
  const shapes = {
    paddle: () => {
      const s = rectangle(2.2, 1.3, 0.22)
      s.holes = []
      const handle = smoothShape([
        [1.0, 0.22],
        [1.35, 0.16],
        [1.72, 0.18],
        [1.84, 0],
        [1.72, -0.18],
        [1.35, -0.16],
        [1.0, -0.22],
      ])
      handle.holes.push(circle(0.06, 1.66, 0))
      return [
        lying(s, 0.13, wood(kind), { bevel: 0.03 }),
        lying(handle, 0.128, wood(kind, { seed: 0 }), { bevel: 0.03 }),
      ]
    },
    block: () =>
      stripe
        ? copies(7, (n) =>
            block(
              wood(n % 2 ? stripe : kind, { seed: n * 2 }),
              [2.4, 0.3, 0.24],
              [0, 0, (n - 3) * 0.24],
              0.012,
            ),
          )
        : copies(5, (n) =>
            block(wood(kind, { seed: n * 3 }), [2.4, 0.3, 0.34], [0, 0, (n - 2) * 0.34], 0.012),
          ),
    round: () => {
      const s = circle(1)
      return [
        lying(s, 0.13, wood(kind), { bevel: 0.035 }),
        along(
          [
            [1.0, 0.065, 0],
            [1.12, 0.065, 0],
            [1.12, 0.065, 0.0001],
          ],
          0.01,
          wood(kind),
        ),
      ]
    },
    cheese: () => [
      lying(circle(0.95), 0.12, wood(kind), { bevel: 0.03 }),
      place(glass(new THREE.SphereGeometry(0.72, 48, 24, 0, 6.2832, 0, Math.PI / 2), 'clear', {}), {
        at: [0, 0.13, 0],
      }),
      place(ball(0.1, wood(kind)), { at: [0, 0.93, 0] }),
    ],
  }
  const extra = {
    knife: () =>
      place(group(knifeParts({ kind: 'chef', handle: 'walnut' })), {
        at: [0.1, 0.15, 0.2],
        turn: [0, 0.5, 0],
        scale: 0.75,
      }),
    bread: () => [place(group(loaf()), { at: [-0.35, 0.13, 0], turn: [0, 0.3, 0] })],
    cheese: () => [
      place(group(wedge()), { at: [-0.4, 0.13, 0.05], turn: [0, 0.6, 0] }),
      copies(7, (n) =>
        place(ball(0.085, gloss('#4a2338', 0.28)), {
          at: [0.35 + (n % 3) * 0.15, 0.215 + (n > 5 ? 0.1 : 0), -0.1 + Math.floor(n / 3) * 0.15],
        }),
      ),
    ],
  }[extras]
  return {
    group: group((shapes[shape] ?? shapes.paddle)(), extra?.()),
    ground: 'linen',
    camera: { always: { above: 30 }, detail: { above: 26, aim: [0.35, 0.8, 0.8] } },
  }
}

export function loaf() {
  const crust = Object.assign(fabric('#b9793c', 'wool'), { sheen: 0 })
  const dough = mesh(new THREE.SphereGeometry(0.4, 48, 32), crust, {
    scale: [1.5, 0.72, 0.9],
    at: [0, 0.27, 0],
  })
  return [
    dough,
    copies(3, (n) =>
      along(
        [
          [-0.3 + n * 0.28, 0.52, -0.16],
          [-0.24 + n * 0.28, 0.575, 0],
          [-0.18 + n * 0.28, 0.52, 0.17],
        ],
        [0.035, 0.03],
        fabric('#e4c493', 'wool'),
        { steps: 16 },
      ),
    ),
  ]
}

export function wedge() {
  const slice = new THREE.Shape()
  slice.moveTo(0, 0)
  slice.absarc(0, 0, 0.62, -0.42, 0.42)
  slice.lineTo(0, 0)
  return [lying(slice, 0.3, coat('#e6b94f', 0.5), { bevel: 0.015 })]
}

/** kind chef|bread|santoku|set|cheese, handle wood or colour, blade steel|blackmetal */
export function knife({ kind = 'chef', handle = 'walnut', blade = 'steel', board = true } = {}) {
  const lay = (which, z, turn = 0) =>
    place(group(knifeParts({ kind: which, handle, blade })), {
      at: [0, board ? 0.13 : 0.02, z],
      turn: [0, turn, 0],
    })
  const knives =
    kind === 'set'
      ? [lay('chef', -0.42), lay('santoku', 0.02), lay('bread', 0.45)]
      : kind === 'cheese'
        ? [lay('soft', -0.3, 0.1), lay('hard', 0.36, -0.12)]
        : [lay(kind, 0, 0.12)]
  return {
    group: group(
      board &&
        lying(rectangle(3.3, kind === 'set' ? 1.6 : 1.0, 0.12), 0.12, wood('ash', { seed: 3 }), {
          bevel: 0.02,
        }),
      knives,
    ),
    ground: 'stone',
    camera: { always: { above: 34 }, detail: { above: 32, aim: [0.35, 0.9, 0.6] } },
  }
}

function knifeParts({ kind = 'chef', handle = 'walnut', blade = 'steel' }) {
  const edges = {
    chef: [
      [0, 0.12],
      [1.1, 0.11],
      [1.6, 0.0],
      [1.75, -0.14],
      [1.3, -0.2],
      [0.1, -0.22],
      [0, -0.2],
    ],
    santoku: [
      [0, 0.13],
      [1.0, 0.13],
      [1.28, 0.06],
      [1.38, -0.14],
      [0.9, -0.2],
      [0.08, -0.2],
      [0, -0.18],
    ],
    soft: [
      [0, 0.1],
      [1.1, 0.12],
      [1.42, 0.24],
      [1.5, 0.19],
      [1.36, 0.07],
      [1.44, 0.0],
      [1.3, -0.07],
      [0.06, -0.12],
      [0, -0.1],
    ],
    hard: [
      [0, 0.09],
      [0.22, 0.12],
      [0.6, 0.3],
      [0.98, 0.02],
      [0.6, -0.28],
      [0.22, -0.14],
      [0, -0.1],
    ],
    bread: [
      [0, 0.12],
      [1.7, 0.1],
      [1.78, 0.02],
      [1.72, -0.1],
      [0.06, -0.12],
      [0, -0.1],
    ],
  }
  const steel = metal(blade === 'steel' ? 'steel' : blade, {
    rough: 0.2,
    brushed: blade === 'steel',
  })
  const grip = madeOf(handle, plastic)
  return [
    lying(polygon(edges[kind] ?? edges.chef), 0.03, steel, { bevel: 0.012, y: 0.05 }),
    lying(
      smoothShape([
        [-0.02, 0.1],
        [-0.5, 0.09],
        [-1.0, 0.12],
        [-1.12, 0.02],
        [-1.04, -0.13],
        [-0.55, -0.08],
        [-0.02, -0.1],
      ]),
      0.13,
      grip,
      { bevel: 0.05 },
    ),
    [-0.25, -0.55, -0.85].map((x) =>
      mesh(new THREE.CylinderGeometry(0.03, 0.03, 0.134, 20), metal('brass'), {
        at: [x, 0.066, 0],
      }),
    ),
    block(metal('steel'), [0.06, 0.13, 0.22], [0.0, 0, 0], 0.02),
  ]
}

/** kind skillet|casserole|saucepan|wok, colour enamel or 'iron'/'steel'/'copper', lid true, knob brass|steel|wood */
export function pan({ kind = 'casserole', colour = 'forest', knob = 'brass' } = {}) {
  const body = madeOf(colour, enamel, {
    rough: colour === 'iron' ? 0.6 : 0.22,
    brushed: colour === 'steel',
  })
  const grip = madeOf(knob, metal, { axis: 'y' })
  const loopHandle = (side) =>
    along(
      [
        [side * 0.92, 0.62, -0.26],
        [side * 1.14, 0.66, -0.2],
        [side * 1.2, 0.67, 0],
        [side * 1.14, 0.66, 0.2],
        [side * 0.92, 0.62, 0.26],
      ],
      [0.035, 0.07],
      body,
      { steps: 36 },
    )
  const kinds = {
    casserole: () => [
      vessel(
        [
          [0, 0],
          [0.8, 0, 0.1],
          [0.98, 0.75, 0.02],
        ],
        0.06,
        body,
      ),
      turned(
        [
          [1.02, 0.74, 0.01],
          [1.0, 0.8, 0.03],
          [0.85, 0.88, 0.1],
          [0.4, 0.96, 0.2],
          [0, 0.97],
        ],
        body,
      ),
      turned(
        [
          [0, 0.95],
          [0.1, 0.96, 0.02],
          [0.06, 1.03, 0.03],
          [0.15, 1.08, 0.04],
          [0.14, 1.15, 0.04],
          [0, 1.16],
        ],
        grip,
      ),
      loopHandle(1),
      loopHandle(-1),
    ],
    skillet: () => [
      vessel(
        [
          [0, 0],
          [0.85, 0, 0.1],
          [1.05, 0.28, 0.02],
        ],
        0.05,
        body,
        { floor: 0.05 },
      ),
      place(
        group(
          isWood(knob)
            ? [
                rod(metal('steel'), [0.98, 0.2, 0], [1.3, 0.34, 0], 0.045),
                rod(wood(knob, { axis: 'y' }), [1.28, 0.33, 0], [2.3, 0.6, 0], 0.075, 0.09),
              ]
            : [
                along(
                  [
                    [1.0, 0.22, 0],
                    [1.4, 0.36, 0],
                    [1.9, 0.45, 0],
                    [2.25, 0.5, 0],
                  ],
                  (t) => [0.05, 0.09 + 0.03 * t],
                  body,
                  { steps: 30, up: [0, 1, 0] },
                ),
              ],
        ),
        { turn: [0, -0.5, 0] },
      ),
    ],
    saucepan: () => [
      vessel(
        [
          [0, 0],
          [0.7, 0, 0.08],
          [0.74, 0.75, 0.02],
        ],
        0.04,
        body,
      ),
      turned(
        [
          [0.76, 0.75, 0.01],
          [0.7, 0.8, 0.04],
          [0.4, 0.87, 0.1],
          [0, 0.88],
        ],
        body,
      ),
      turned(
        [
          [0, 0.86],
          [0.06, 0.87, 0.02],
          [0.05, 0.94, 0.02],
          [0.12, 0.99, 0.03],
          [0.1, 1.05, 0.03],
          [0, 1.06],
        ],
        grip,
      ),
      place(
        group(
          rod(
            isWood(knob) ? wood(knob, { axis: 'y' }) : metal('steel'),
            [0.72, 0.58, 0],
            [1.85, 0.72, 0],
            0.06,
            0.075,
          ),
        ),
        { turn: [0, -0.4, 0] },
      ),
    ],
    wok: () => [
      vessel(
        [
          [0, 0],
          [0.3, 0, 0.1],
          [0.9, 0.3, 0.4],
          [1.18, 0.66, 0.02],
        ],
        0.035,
        body,
      ),
      place(
        group(
          rod(
            wood(isWood(knob) ? knob : 'beech', { axis: 'y' }),
            [1.12, 0.56, 0],
            [2.2, 0.85, 0],
            0.06,
            0.085,
          ),
        ),
        { turn: [0, -0.5, 0] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.casserole)()),
    ground: 'warm',
    camera: { always: { above: 21 }, detail: { aim: [0.5, 0.8, 0.75] } },
  }
}

const beaker = (line) => glass(vessel(line, 0.025, null).geometry, 'clear')

const brew = (line) =>
  glass(turned(line, null).geometry, 'coffee', { deep: 1.6, shine: 0.3, shade: 0.7 })

/** kind grinder|moka|press|dripper|kettle, colour, accent wood/metal */
export function coffeeMaker({ kind = 'grinder', colour = 'black', accent = 'walnut' } = {}) {
  const body = madeOf(colour, (paint) => coat(paint, 0.4), { brushed: colour === 'steel' })
  const timber = madeOf(accent, metal, { axis: 'y' })
  const board = (seed) => madeOf(accent, metal, { seed })
  const fitting = metal(isWood(accent) ? 'brass' : accent)
  const kinds = {
    grinder: () => [
      block(board(0), [1.05, 0.85, 1.05], [0, 0.06, 0], 0.04),
      block(board(2), [1.2, 0.08, 1.2], [0, 0, 0], 0.03),
      block(board(3), [1.15, 0.07, 1.15], [0, 0.9, 0], 0.03),
      block(board(5), [0.66, 0.4, 0.04], [0, 0.2, 0.525], 0.012),
      place(ball(0.06, metal('brass')), { at: [0, 0.4, 0.6] }),
      turned(
        [
          [0.2, 0.97],
          [0.44, 1.0, 0.02],
          [0.44, 1.1, 0.2],
          [0.14, 1.42, 0.06],
          [0.06, 1.46, 0.02],
          [0, 1.46],
        ],
        metal('brass', { rough: 0.22 }),
      ),
      along(
        [
          [0, 1.44, 0],
          [0.1, 1.6, 0],
          [0.5, 1.66, 0],
          [0.84, 1.62, 0],
        ],
        [0.028, 0.05],
        metal('blackmetal'),
        { steps: 30 },
      ),
      place(
        turned(
          [
            [0, 0],
            [0.06, 0, 0.01],
            [0.1, 0.14, 0.06],
            [0.07, 0.26, 0.05],
            [0, 0.27],
          ],
          timber,
        ),
        { at: [0.82, 1.63, 0] },
      ),
    ],
    moka: () => {
      const shiny = colour === 'aluminium' ? metal('aluminium', { rough: 0.2 }) : body
      const facet = (bottom, top, low, high) => {
        const part = mesh(
          new THREE.CylinderGeometry(top, bottom, high - low, 8, 1),
          flatShade(shiny.clone()),
          { at: [0, (low + high) / 2, 0] },
        )
        return part
      }
      return [
        facet(0.56, 0.46, 0, 0.62),
        turned(
          [
            [0.44, 0.6],
            [0.47, 0.62, 0.01],
            [0.47, 0.72, 0.02],
            [0.42, 0.74],
          ],
          metal('steel'),
        ),
        facet(0.42, 0.56, 0.72, 1.4),
        mesh(new THREE.ConeGeometry(0.58, 0.16, 8), flatShade(shiny.clone()), { at: [0, 1.47, 0] }),
        turned(
          [
            [0, 1.5],
            [0.05, 1.52, 0.01],
            [0.09, 1.62, 0.04],
            [0.06, 1.7, 0.04],
            [0, 1.71],
          ],
          timber,
        ),
        along(
          [
            [-0.5, 1.34, 0],
            [-0.9, 1.36, 0],
            [-0.98, 1.2, 0],
            [-0.84, 0.72, 0],
          ],
          (t) => [0.05, 0.075 - 0.02 * t],
          isWood(accent) ? wood(accent, { axis: 'y' }) : plastic('black'),
          { steps: 40 },
        ),
        place(mesh(new THREE.ConeGeometry(0.16, 0.34, 4), flatShade(shiny.clone())), {
          at: [0.54, 1.24, 0],
          turn: [0, 0, -2.5],
        }),
      ]
    },
    press: () => [
      beaker([
        [0, 0],
        [0.5, 0, 0.06],
        [0.5, 1.5, 0.01],
      ]),
      brew([
        [0, 0.05],
        [0.46, 0.05, 0.03],
        [0.46, 0.95, 0],
        [0, 0.95],
      ]),
      turned(
        [
          [0.53, 0.0, 0.01],
          [0.54, 0.02, 0.01],
          [0.54, 0.14, 0.01],
          [0.51, 0.15, 0],
        ],
        fitting,
      ),
      turned(
        [
          [0.51, 1.18, 0],
          [0.525, 1.2, 0.01],
          [0.525, 1.28, 0.01],
          [0.51, 1.3, 0],
        ],
        fitting,
      ),
      copies(4, (n) =>
        block(
          fitting,
          [0.05, 1.2, 0.02],
          [Math.cos(n * 1.571 + 0.78) * 0.525, 0.08, Math.sin(n * 1.571 + 0.78) * 0.525],
          0.008,
        ),
      ),
      turned(
        [
          [0.54, 1.5, 0.01],
          [0.54, 1.56, 0.03],
          [0.2, 1.68, 0.1],
          [0, 1.68],
        ],
        fitting,
      ),
      rod(metal('steel'), [0, 1.66, 0], [0, 2.0, 0], 0.02),
      place(ball(0.09, timber), { at: [0, 2.04, 0] }),
      along(
        [
          [0.53, 1.24, 0],
          [0.85, 1.26, 0],
          [0.95, 0.9, 0],
          [0.88, 0.4, 0],
          [0.54, 0.26, 0],
        ],
        [0.05, 0.06],
        timber,
        { steps: 40 },
      ),
    ],
    dripper: () => [
      beaker([
        [0, 0],
        [0.5, 0, 0.08],
        [0.55, 0.5, 0.3],
        [0.28, 1.0, 0.1],
        [0.34, 1.15, 0.01],
      ]),
      brew([
        [0, 0.05],
        [0.46, 0.05, 0.06],
        [0.5, 0.42, 0.02],
        [0, 0.42],
      ]),
      turned(
        [
          [0.52, 1.14, 0.01],
          [0.54, 1.17, 0.02],
          [0.5, 1.2, 0.01],
          [0.14, 1.2, 0],
        ],
        body,
      ),
      vessel(
        [
          [0.14, 1.18],
          [0.2, 1.22, 0.03],
          [0.62, 1.86, 0.02],
        ],
        0.04,
        body,
        { floor: 1.25 },
      ),
      turned(
        [
          [0.16, 1.3],
          [0.56, 1.86, 0],
          [0.57, 1.92, 0],
        ],
        Object.assign(coat('#d9c3a0', 0.9), { side: THREE.DoubleSide }),
      ),
      along(
        [
          [0.5, 1.7, 0],
          [0.78, 1.7, 0],
          [0.82, 1.4, 0],
          [0.42, 1.38, 0],
        ],
        [0.06, 0.04],
        body,
        { steps: 30 },
      ),
      turned(
        [
          [0.31, 0.92, 0],
          [0.36, 0.94, 0.02],
          [0.36, 1.06, 0.02],
          [0.31, 1.08, 0],
        ],
        timber,
      ),
    ],
    kettle: () => [
      turned(
        [
          [0, 0],
          [0.7, 0, 0.06],
          [0.62, 0.4, 0.2],
          [0.38, 0.82, 0.12],
          [0.3, 0.86, 0.02],
          [0, 0.88],
        ],
        body,
      ),
      turned(
        [
          [0, 0.86],
          [0.28, 0.87, 0.02],
          [0.24, 0.93, 0.04],
          [0.05, 0.96, 0.02],
          [0.05, 1.0, 0.01],
          [0.1, 1.05, 0.03],
          [0, 1.09],
        ],
        body,
      ),
      along(
        [
          [0.6, 0.14, 0],
          [0.86, 0.2, 0],
          [0.92, 0.5, 0],
          [1.0, 0.85, 0],
          [1.24, 0.98, 0],
        ],
        (t) => 0.055 - 0.02 * t,
        body,
        { steps: 44 },
      ),
      along(
        [
          [-0.42, 0.78, 0],
          [-0.8, 0.9, 0],
          [-1.0, 0.66, 0],
          [-0.98, 0.3, 0],
        ],
        [0.06, 0.075],
        timber,
        { steps: 40 },
      ),
    ],
  }
  return { group: group((kinds[kind] ?? kinds.grinder)()), ground: 'warm' }
}

export function flatShade(material) {
  material.flatShading = true
  return material
}

/** Spice mills, salt and pepper; colour/wood pair */
export function mills({ kind = 'oak', second = 'walnut', high = 1.6 } = {}) {
  const one = (material, h) => [
    turned(
      [
        [0, 0],
        [0.3, 0, 0.02],
        [0.28, 0.1, 0.05],
        [0.2, h * 0.5, 0.4],
        [0.26, h * 0.72, 0.1],
        [0.24, h * 0.76, 0.02],
      ],
      material,
      { steps: 48 },
    ),
    turned(
      [
        [0.2, h * 0.76, 0],
        [0.21, h * 0.77, 0],
        [0.21, h * 0.78, 0],
      ],
      metal('steel'),
    ),
    turned(
      [
        [0.25, h * 0.78, 0.01],
        [0.28, h * 0.82, 0.04],
        [0.22, h * 0.94, 0.1],
        [0.06, h, 0.02],
        [0, h],
      ],
      material,
      { steps: 48 },
    ),
    turned(
      [
        [0, h],
        [0.05, h, 0.01],
        [0.06, h + 0.08, 0.04],
        [0, h + 0.1],
      ],
      metal('steel'),
    ),
  ]
  const make = (name) => madeOf(name, coat, { axis: 'y' })
  return {
    group: group(
      one(make(kind), high),
      place(group(one(make(second), high * 0.8)), { at: [0.78, 0, 0.2] }),
    ),
    ground: 'linen',
  }
}
