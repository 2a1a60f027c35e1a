import * as THREE from 'three'
import {
  along,
  ball,
  blob,
  block,
  copies,
  cutOut,
  group,
  mesh,
  place,
  polygon,
  rod,
  smoothShape,
  turned,
} from '../stage/shaping.js'
import { coat, fabric, gloss, madeOf, metal } from '../stage/surfaces.js'

const toy = (name, seed = 0, axis = 'x') =>
  madeOf(name, (paint) => coat(paint, 0.45), { seed, axis })

/** kind train|blocks|rings|car|rocket|xylophone, colours list */
export function woodenToy({
  kind = 'train',
  colours = ['sage', 'mustard', 'terracotta', 'sky'],
  timber = 'beech',
} = {}) {
  const [a, b, c, d] = [...colours, ...colours, ...colours, ...colours]
  const wheel = (x, z, tint, r = 0.24) =>
    place(
      group(
        turned(
          [
            [0, 0],
            [r, 0, 0.03],
            [r, 0.13, 0.03],
            [0, 0.13],
          ],
          toy(tint, 3, 'y'),
          { steps: 40 },
        ),
        turned(
          [
            [0, 0.12],
            [0.06, 0.13, 0.02],
            [0, 0.17],
          ],
          toy(timber, 2, 'y'),
        ),
      ),
      { at: [x, r, z], turn: [z > 0 ? Math.PI / 2 : -Math.PI / 2, 0, 0] },
    )
  const wheels = (list, tint, r) =>
    list.flatMap((x) => [wheel(x, 0.36, tint, r), wheel(x, -0.36, tint, r)])
  const kinds = {
    train: () => [
      block(toy(timber, 1), [1.7, 0.16, 0.7], [0, 0.28, 0], 0.05),
      place(
        turned(
          [
            [0, 0],
            [0.3, 0, 0.05],
            [0.3, 0.95, 0.05],
            [0, 0.95],
          ],
          toy(a, 1, 'y'),
        ),
        { at: [-0.1, 0.72, 0], turn: [0, 0, -Math.PI / 2] },
      ),
      block(toy(b, 4), [0.55, 0.85, 0.66], [-0.5, 0.42, 0], 0.05),
      block(toy(c, 5), [0.7, 0.1, 0.8], [-0.5, 1.26, 0], 0.05),
      turned(
        [
          [0, 0],
          [0.1, 0, 0.01],
          [0.14, 0.3, 0.02],
          [0, 0.3],
        ],
        toy(c, 6, 'y'),
        { where: { at: [0.5, 0.98, 0] } },
      ),
      wheels([-0.5, 0.5], d),
      block(toy(timber, 7), [1.15, 0.16, 0.7], [-1.85, 0.28, 0], 0.05),
      copies(3, (n) =>
        rod(
          toy([a, b, c][n], n, 'y'),
          [-1.85 - 0.36 + n * 0.36, 0.44, 0],
          [-1.85 - 0.36 + n * 0.36, 0.9 + n * 0.12, 0],
          0.17,
        ),
      ),
      wheels([-2.2, -1.5], d),
      along(
        [
          [-0.85, 0.36, 0],
          [-1.1, 0.3, 0],
          [-1.28, 0.36, 0],
        ],
        0.03,
        fabric('sand', 'twill'),
        { steps: 12 },
      ),
    ],
    blocks: () => {
      const size = 0.55
      const spots = [
        [0, 0, 0],
        [0.62, 0, 0.1],
        [-0.6, 0, 0.15],
        [0.28, size, 0.05],
        [-0.3, size, 0.08],
        [0, size * 2, 0.05],
        [1.2, 0, 0.5],
        [-0.05, 0, 0.85],
      ]
      return [
        spots.map(([x, y, z], n) =>
          place(
            group(
              block(
                toy(n % 3 === 2 ? timber : [a, b, c, d][n % 4], n),
                [size, size, size],
                [0, 0, 0],
                0.05,
              ),
            ),
            { at: [x, y, z], turn: [0, [0.1, -0.15, 0.3, 0.05, -0.1, 0.4, 0.7, 0.2][n], 0] },
          ),
        ),
        place(
          cutOut(
            polygon([
              [-0.3, 0],
              [0.3, 0],
              [0, 0.45],
            ]),
            size,
            toy(c, 9),
          ),
          { at: [0.02, size * 3 + 0.005, 0.05], turn: [0, 0.4, 0] },
        ),
        place(
          turned(
            [
              [0, 0],
              [0.25, 0, 0.03],
              [0.25, 0.5, 0.03],
              [0, 0.5],
            ],
            toy(a, 5, 'y'),
          ),
          { at: [-1.05, 0.25, 0.75], turn: [0, 0.5, Math.PI / 2] },
        ),
      ]
    },
    rings: () => [
      turned(
        [
          [0, 0],
          [0.75, 0, 0.05],
          [0.75, 0.16, 0.06],
          [0, 0.18],
        ],
        toy(timber, 1, 'y'),
      ),
      rod(toy(timber, 3, 'y'), [0, 0.1, 0], [0, 1.75, 0], 0.09),
      copies(6, (n) =>
        mesh(
          new THREE.TorusGeometry(0.52 - n * 0.065, 0.15, 24, 64),
          toy([a, b, c, d, timber][n % 5], n),
          { at: [0, 0.33 + n * 0.26, 0], turn: [Math.PI / 2, 0, 0] },
        ),
      ),
      place(ball(0.2, toy(a, 8)), { at: [0, 1.93, 0] }),
    ],
    car: () => [
      cutOut(
        smoothShape([
          [-1.1, 0.3],
          [-1.12, 0.62],
          [-0.85, 0.78],
          [-0.55, 0.84],
          [-0.3, 1.16],
          [0.3, 1.2],
          [0.62, 0.86],
          [1.0, 0.74],
          [1.12, 0.5],
          [1.05, 0.28],
          [0, 0.26],
        ]),
        0.72,
        toy(a, 1),
        { bevel: 0.1 },
      ),
      [-1, 1].map((s) =>
        place(
          cutOut(
            smoothShape([
              [-0.4, 0.84],
              [-0.2, 1.06],
              [0.24, 1.08],
              [0.44, 0.86],
              [0, 0.82],
            ]),
            0.02,
            gloss('#2b3336', 0.1),
            { bevel: 0.005 },
          ),
          { at: [0, 0, s * 0.362] },
        ),
      ),
      wheels([-0.62, 0.62], b, 0.28),
      place(ball(0.07, coat('cream')), { at: [1.08, 0.58, 0.2] }),
      place(ball(0.07, coat('cream')), { at: [1.08, 0.58, -0.2] }),
    ],
    rocket: () => [
      turned(
        [
          [0, 0.3],
          [0.34, 0.3, 0.04],
          [0.44, 0.9, 0.4],
          [0.36, 1.55, 0.1],
          [0, 1.56],
        ],
        toy(timber, 2, 'y'),
      ),
      turned(
        [
          [0.36, 1.54],
          [0.37, 1.56, 0.02],
          [0.2, 2.0, 0.2],
          [0, 2.28, 0.05],
        ],
        toy(a, 3, 'y'),
      ),
      copies(3, (n) =>
        place(
          cutOut(
            smoothShape([
              [0.3, 0.3],
              [0.4, 0.85],
              [0.62, 0.5],
              [0.75, 0],
              [0.6, 0.02],
              [0.45, 0.25],
            ]),
            0.12,
            toy(b, n),
            { bevel: 0.03 },
          ),
          { turn: [0, n * 2.094 + 0.5, 0] },
        ),
      ),
      mesh(new THREE.TorusGeometry(0.16, 0.04, 12, 36), toy(c), { at: [0, 1.12, 0.42] }),
      mesh(new THREE.CircleGeometry(0.15, 32), gloss('#20343f', 0.05), { at: [0, 1.12, 0.43] }),
      turned(
        [
          [0.3, 0.3],
          [0.24, 0.18, 0.02],
          [0, 0.18],
        ],
        toy(c),
      ),
    ],
    xylophone: () => [
      [-1, 1].map((s) =>
        place(block(toy(timber, s + 2), [2.6, 0.16, 0.14], [0, 0, 0], 0.05), {
          at: [0, 0.08, s * 0.3],
          turn: [0, s * 0.09, 0],
        }),
      ),
      copies(8, (n) => [
        block(
          coat(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'lavender', 'rose'][n], 0.4),
          [0.24, 0.09, 1.25 - n * 0.085],
          [-1.08 + n * 0.31, 0.17, 0],
          0.035,
        ),
        [-1, 1].map((s) =>
          place(ball(0.03, metal('steel')), {
            at: [-1.08 + n * 0.31, 0.265, s * (0.38 - n * 0.02)],
          }),
        ),
      ]),
      place(
        group(
          rod(toy(timber, 1, 'y'), [0, 0, 0], [0, 1.2, 0], 0.035),
          place(ball(0.12, toy(a)), { at: [0, 1.25, 0] }),
        ),
        { at: [-0.7, 0.32, 0.55], turn: [0, 0.3, -1.45] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.train)()),
    ground: 'sky',
    camera: { always: { above: 22 } },
  }
}

/** Bear, rabbit or elephant; colour, second colour (snout, paws), scarf colour */
export function plush({ kind = 'bear', colour = 'clay', second = 'cream', scarf = 'none' } = {}) {
  const fur = () => fabric(colour, 'fur', { scale: 1.3, depth: 0.7 })
  const pale = () => fabric(second, 'fur', { scale: 1.3, depth: 0.6 })
  const eye = (x, y, z) => place(ball(0.052, gloss('#17100c', 0.06)), { at: [x, y, z] })
  const body = [
    blob([0.56, 0.62, 0.5], 1, fur(), { at: [0, 0.62, 0] }),
    blob([0.38, 0.42, 0.2], 1, pale(), { at: [0, 0.58, 0.36] }),
    [-1, 1].map((s) => [
      blob([0.22, 0.24, 0.46], 0.9, fur(), {
        at: [s * 0.42, 0.22, 0.5],
        turn: [0.06, s * 0.35, 0],
      }),
      mesh(new THREE.SphereGeometry(0.17, 28, 18), pale(), {
        at: [s * 0.57, 0.25, 0.9],
        scale: [1, 1.05, 0.32],
        turn: [0, s * 0.35, 0],
      }),
      blob([0.18, 0.46, 0.2], 0.95, fur(), {
        at: [s * 0.56, 0.78, 0.16],
        turn: [-0.5, 0, s * 0.5],
      }),
    ]),
  ]
  const head = {
    bear: () => [
      blob([0.5, 0.45, 0.44], 0.96, fur(), { at: [0, 1.5, 0.06] }),
      blob([0.22, 0.17, 0.17], 1, pale(), { at: [0, 1.4, 0.44] }),
      blob([0.075, 0.055, 0.04], 0.9, gloss('#2a1a14', 0.2), { at: [0, 1.47, 0.6] }),
      along(
        [
          [0, 1.42, 0.61],
          [0, 1.35, 0.605],
          [-0.05, 1.31, 0.59],
        ],
        0.01,
        fabric('charcoal', 'felt'),
        { steps: 10, ring: 6 },
      ),
      along(
        [
          [0, 1.35, 0.605],
          [0.05, 1.31, 0.59],
        ],
        0.01,
        fabric('charcoal', 'felt'),
        { steps: 6, ring: 6 },
      ),
      [-1, 1].map((s) => [
        blob([0.17, 0.17, 0.09], 1, fur(), { at: [s * 0.38, 1.86, 0.02] }),
        blob([0.1, 0.1, 0.05], 1, pale(), { at: [s * 0.38, 1.85, 0.09] }),
        eye(s * 0.19, 1.56, 0.455),
      ]),
    ],
    rabbit: () => [
      blob([0.44, 0.42, 0.42], 0.96, fur(), { at: [0, 1.46, 0.06] }),
      blob([0.17, 0.13, 0.13], 1, pale(), { at: [0, 1.38, 0.43] }),
      blob([0.05, 0.038, 0.03], 0.9, gloss('#c98f8a', 0.4), { at: [0, 1.43, 0.555] }),
      [-1, 1].map((s) => [
        blob([0.13, 0.5, 0.08], 0.95, fur(), {
          at: [s * 0.22, 2.2, -0.02],
          turn: [-0.08, 0, -s * 0.16],
        }),
        blob([0.075, 0.4, 0.04], 0.95, pale(), {
          at: [s * 0.22, 2.18, 0.05],
          turn: [-0.08, 0, -s * 0.16],
        }),
        eye(s * 0.17, 1.53, 0.43),
      ]),
    ],
    elephant: () => [
      blob([0.5, 0.47, 0.46], 0.96, fur(), { at: [0, 1.5, 0.04] }),
      along(
        [
          [0, 1.45, 0.42],
          [0, 1.25, 0.62],
          [0, 0.95, 0.7],
          [0, 0.8, 0.86],
          [0, 0.88, 1.0],
        ],
        (t) => 0.15 - 0.06 * t,
        fur(),
        { steps: 40, ring: 18 },
      ),
      [-1, 1].map((s) => [
        blob([0.36, 0.42, 0.06], 0.95, fur(), {
          at: [s * 0.62, 1.56, -0.05],
          turn: [0, s * -0.5, 0],
        }),
        blob([0.26, 0.31, 0.04], 0.95, pale(), {
          at: [s * 0.62, 1.55, 0.01],
          turn: [0, s * -0.5, 0],
        }),
        eye(s * 0.21, 1.6, 0.44),
      ]),
    ],
  }
  const wrap = scarf !== 'none' && [
    mesh(new THREE.TorusGeometry(0.35, 0.1, 14, 48), fabric(scarf, 'knit', { scale: 1.6 }), {
      at: [0, 1.14, 0.06],
      turn: [Math.PI / 2, 0, 0],
      scale: [1, 0.95, 1],
    }),
    along(
      [
        [0.16, 1.1, 0.42],
        [0.2, 0.92, 0.54],
        [0.22, 0.68, 0.58],
      ],
      [0.1, 0.035],
      fabric(scarf, 'knit', { scale: 1.6 }),
      { steps: 20, up: [1, 0, 0] },
    ),
  ]
  return {
    group: group(body, (head[kind] ?? head.bear)(), wrap),
    ground: 'blush',
    camera: { always: { around: 22, above: 10 }, detail: { aim: [0.5, 0.75, 0.8] } },
  }
}
