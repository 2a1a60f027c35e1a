import * as THREE from 'three'
import { label } from '../stage/label-designs.js'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  ball,
  blob,
  block,
  circle,
  copies,
  group,
  lying,
  mesh,
  place,
  rod,
  sheet,
  turned,
  wrapped,
} from '../stage/shaping.js'
import {
  card,
  chocolate,
  coat,
  fabric,
  gloss,
  metal,
  paper,
  printed,
  wood,
} from '../stage/surfaces.js'
import { ribbonOn } from './gifts.js'
import { wedge } from './kitchen.js'

/** Open box of chocolates; colour of the box, size 3..5, lid beside, ribbon */
export function chocolateBox({
  colour = 'brown',
  ribbon = 'gold',
  rows = 3,
  columns = 4,
  text = 'Maison Cléo',
  lid = true,
  seed = 2,
} = {}) {
  const chance = seededChance(seed)
  const box = card(colour, 0.5)
  const [w, d] = [columns * 0.46 + 0.2, rows * 0.46 + 0.2]
  const walls = [
    block(box, [w, 0.05, d], [0, 0, 0], 0.01),
    ...[-1, 1].flatMap((s) => [
      block(box, [0.05, 0.32, d], [s * (w / 2), 0, 0], 0.01),
      block(box, [w + 0.05, 0.32, 0.05], [0, 0, s * (d / 2)], 0.01),
    ]),
  ]
  const pralines = copies(rows * columns, (n) => {
    const [x, z] = [
      ((n % columns) - (columns - 1) / 2) * 0.46,
      (Math.floor(n / columns) - (rows - 1) / 2) * 0.46,
    ]
    return place(
      group(
        turned(
          [
            [0, 0],
            [0.17, 0, 0.01],
            [0.2, 0.13, 0.005],
          ],
          Object.assign(paper(chance.next() > 0.5 ? '#3b241a' : '#c9a76a'), {
            side: THREE.DoubleSide,
          }),
          { steps: 22 },
        ),
        praline(chance),
      ),
      { at: [x, 0.06, z], turn: [0, chance.between(-0.3, 0.3), 0] },
    )
  })
  const cover =
    lid &&
    place(
      group(
        block(box, [w + 0.12, 0.34, d + 0.12], [0, 0, 0], 0.02),
        sheet(
          w * 0.62,
          d * 0.5,
          printed(
            label(1, 0.6, {
              name: text,
              line: 'assorted pralines',
              paper: colour,
              ink: 'ivory',
              accent: 'mustard',
              design: 'bare',
            }),
            { rough: 0.5 },
          ),
          { at: [0, 0.342, 0], turn: [-Math.PI / 2, 0, 0] },
        ),
        ribbonOn(w + 0.13, 0.345, d + 0.13, ribbon, { single: true, x: -w * 0.36 }),
      ),
      { at: [0.25, 0.02, -d * 0.93], turn: [0.0, 0.18, 0] },
    )
  return {
    group: group(walls, pralines, cover),
    ground: 'warm',
    camera: {
      always: { above: 40, around: 18 },
      detail: { above: 30, aim: [0.45, 0.4, 0.8], zoom: 2.2 },
    },
  }
}

function praline(chance) {
  const kind = Math.floor(chance.next() * 5)
  const tone = chance.pick(['dark', 'milk', 'dark', 'milk', 'white'])
  const stripe = () =>
    copies(3, (n) =>
      rod(
        chocolate(tone === 'white' ? 'dark' : 'white'),
        [-0.12, 0.235, -0.07 + n * 0.07],
        [0.12, 0.235, -0.05 + n * 0.07],
        0.01,
      ),
    )
  return [
    () => [
      blob([0.155, 0.13, 0.155], 1, chocolate(tone), { at: [0, 0.14, 0] }),
      copies(9, (n) =>
        place(ball(0.018, coat('#c79a5c', 0.7)), {
          at: [Math.cos(n * 2.4) * 0.07, 0.262 - (n % 3) * 0.008, Math.sin(n * 2.4) * 0.07],
        }),
      ),
    ],
    () => [block(chocolate(tone), [0.29, 0.2, 0.29], [0, 0.03, 0], 0.05), stripe()],
    () =>
      turned(
        [
          [0, 0.02],
          [0.16, 0.02, 0.02],
          [0.15, 0.16, 0.05],
          [0.06, 0.24, 0.05],
          [0, 0.25],
        ],
        chocolate(tone),
        { steps: 36 },
      ),
    () => [
      blob([0.16, 0.12, 0.13], [0.6, 0.8], chocolate(tone), { at: [0, 0.14, 0] }),
      place(blob([0.05, 0.03, 0.035], 1, coat('#d9b078', 0.5)), {
        at: [0, 0.265, 0],
        turn: [0, 0.5, 0],
      }),
    ],
    () =>
      blob([0.155, 0.14, 0.155], 1, Object.assign(fabric('#3a2216', 'felt'), { sheen: 0 }), {
        at: [0, 0.14, 0],
      }),
  ][kind]()
}

/** Bars of chocolate, wrapped and broken; colours */
export function chocolateBars({
  colours = ['petrol', 'terracotta', 'mustard'],
  text = 'Kakao & Co',
} = {}) {
  const bars = colours.map((colour, n) =>
    place(
      group(
        block(
          printed(
            label(1, 2, {
              name: text,
              line: ['dark 72%', 'milk & salt', 'hazelnut'][n % 3],
              paper: colour,
              ink: 'ivory',
              accent: 'mustard',
              design: 'band',
            }),
            { rough: 0.6 },
          ),
          [0.85, 1.7, 0.11],
          [0, 0, 0],
          0.02,
        ),
      ),
      {
        at: [n * 0.62 - 0.75, 0.14 + n * 0.09, -0.2 - n * 0.05],
        turn: [-Math.PI / 2 + 0.06, 0, 0.28 - n * 0.22],
      },
    ),
  )
  const open = copies(6, (n) =>
    place(block(chocolate('dark'), [0.3, 0.11, 0.3], [0, 0, 0], 0.03), {
      at: [1.15 + (n % 2) * 0.31, 0.055 + (n === 5 ? 0.1 : 0), 0.2 + Math.floor(n / 2) * 0.31],
      turn: [0, n === 5 ? 0.5 : 0, 0],
    }),
  )
  return {
    group: group(place(group(bars), { at: [-0.2, 0, 0.9] }), open),
    ground: 'blush',
    camera: { always: { above: 46, around: 8 } },
  }
}

/** Tea: tins, boxes, with a cup; colour, text, count */
export function teaTin({
  colour = 'forest',
  text = 'Theehuis Wolk',
  line = 'earl grey',
  count = 1,
  shape = 'round',
  accent = 'brass',
  loose = true,
  second = 'cream',
} = {}) {
  const chance = seededChance(9)
  const one = (tint, say) =>
    shape === 'round'
      ? [
          turned(
            [
              [0, 0],
              [0.5, 0, 0.02],
              [0.5, 1.05, 0.01],
              [0.49, 1.05],
            ],
            coat(tint, 0.35),
          ),
          turned(
            [
              [0.49, 1.03],
              [0.515, 1.04, 0.01],
              [0.515, 1.3, 0.03],
              [0.3, 1.32, 0.02],
              [0, 1.32],
            ],
            metal(accent, { rough: 0.28 }),
          ),
          wrapped(
            0.503,
            0.62,
            0.3,
            printed(
              label(1, 0.66, {
                name: text,
                line: say,
                small: 'loose leaf tea',
                design: 'classic',
                accent: 'mustard',
              }),
              { rough: 0.8 },
            ),
            { y: 0.2 },
          ),
        ]
      : [
          block(
            printed(
              label(1, 1.3, {
                name: text,
                line: say,
                small: 'twenty sachets',
                paper: tint,
                ink: 'ivory',
                accent: 'mustard',
                design: 'sprig',
              }),
              { rough: 0.5 },
            ),
            [0.95, 1.2, 0.95],
            [0, 0, 0],
            0.06,
          ),
          block(metal(accent, { rough: 0.28 }), [0.98, 0.2, 0.98], [0, 1.14, 0], 0.06),
        ]
  const spots = [
    [0, 0],
    [1.1, -0.3],
    [-0.9, -0.55],
  ]
  const tints = [colour, second, 'terracotta']
  const leaves =
    loose &&
    copies(90, () => {
      const a = chance.next() * 6.28
      const r = Math.sqrt(chance.next()) * 0.34
      return place(
        rod(
          coat(chance.pick(['#2e2a1c', '#4a3d25', '#3b4526', '#1f1b13']), 0.9),
          [-0.05, 0, 0],
          [0.05, 0.012, 0.01],
          0.012,
        ),
        {
          at: [
            0.85 + Math.cos(a) * r,
            0.02 + 0.1 * (0.34 - r) * chance.next() * 3,
            0.72 + Math.sin(a) * r,
          ],
          turn: [0, chance.next() * 6, chance.between(-0.4, 0.4)],
        },
      )
    })
  return {
    group: group(
      copies(count, (n) =>
        place(group(one(tints[n], n ? ['', 'rooibos', 'green jasmine'][n] : line)), {
          at: [spots[n][0], 0, spots[n][1]],
          turn: [0, shape === 'round' ? 0 : 0.1 + n * 0.2, 0],
        }),
      ),
      leaves,
    ),
    ground: 'sage',
    camera: { detail: { aim: [0.45, 0.5, 0.95] } },
  }
}

/** Coffee bag, pasta, nuts: standing pouch; colour, text */
export function pouch({
  colour = 'kraft',
  text = 'Brander',
  line = 'whole beans',
  design = 'modern',
  accent = 'terracotta',
  beans = true,
  ink = 'charcoal',
} = {}) {
  const tint = colour === 'kraft' ? '#b88d5f' : colour
  const chance = seededChance(13)
  const front = label(1, 1.35, {
    name: text,
    line,
    small: '250 g',
    paper: tint,
    ink,
    accent,
    design,
  })
  const bag = mesh(
    new THREE.BoxGeometry(1.2, 1.75, 0.6, 30, 40, 12),
    printed(front, { rough: 0.75 }),
  )
  const position = bag.geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    let [x, y, z] = [position.getX(n), position.getY(n), position.getZ(n)]
    const t = y / 1.75 + 0.5
    const pinch = t > 0.72 ? 1 - ((t - 0.72) / 0.28) ** 1.2 * 0.93 : 1
    const belly = 1 + 0.12 * Math.sin(t * Math.PI) * (1 - (x / 0.6) ** 2)
    z *= pinch * belly
    x *= 1 + (t > 0.8 ? 0.03 : 0) - 0.02 * Math.sin(t * 3)
    y += 0.012 * Math.sin(x * 9 + t * 7)
    z += 0.015 * Math.sin(x * 6 + t * 11) * (t > 0.3 ? 1 : 0.3)
    position.setXYZ(n, x, Math.max(-0.875, y), z)
  }
  bag.geometry.computeVertexNormals()
  bag.position.y = 0.875
  const clip = block(metal('silver'), [1.1, 0.08, 0.1], [0, 1.66, 0], 0.02)
  const loose =
    beans &&
    copies(26, () => {
      const a = chance.next() * 6.28
      const r = Math.sqrt(chance.next()) * 0.45
      return place(blob([0.075, 0.045, 0.055], 1, gloss('#2c170c', 0.35)), {
        at: [0.95 + Math.cos(a) * r, 0.045, 0.55 + Math.sin(a) * r],
        turn: [chance.between(-0.4, 0.4), chance.next() * 6, 0],
      })
    })
  return { group: group(bag, clip, loose), ground: 'linen' }
}

/** Spoons of birch in blocks of chocolate; kinds list of dark|milk|white or colours */
export function chocolateSpoons({
  kinds = ['dark', 'milk', 'dark', '#8a4f22'],
  band = 'gold',
} = {}) {
  const one = (kind, n) => [
    block(chocolate(kind), [0.6, 0.52, 0.6], [0, 0, 0], 0.05),
    block(chocolate(kind), [0.46, 0.06, 0.46], [0, 0.49, 0], 0.03),
    along(
      [
        [0, 0.2, 0],
        [0, 1.0, 0],
        [0, 1.72, 0],
      ],
      (t) => [0.055 + 0.05 * t * t, 0.03],
      wood('whitewood', { axis: 'y', seed: n }),
      { up: [0, 0, 1], steps: 30, solid: true },
    ),
    block(card(band, 0.35), [0.612, 0.15, 0.612], [0, 0.16, 0], 0.045),
  ]
  const spots = [
    [-0.95, 0, 0.1, 0],
    [-0.2, 0, -0.4, 0.3],
    [0.62, 0, -0.12, -0.2],
  ]
  return {
    group: group(
      spots.map(([x, y, z, turn], n) =>
        place(group(one(kinds[n % kinds.length], n)), { at: [x, y, z], turn: [0, turn, 0] }),
      ),
      place(group(one(kinds[3 % kinds.length], 7)), {
        at: [-0.55, 0.3, 0.95],
        turn: [0, 0.45, -Math.PI / 2],
      }),
    ),
    ground: 'blush',
    camera: { detail: { aim: [0.4, 0.3, 0.8] } },
  }
}

/** Cheese board, cake, macarons: cake|macarons|cheese|cookies */
export function treats({ kind = 'macarons', colour = 'white' } = {}) {
  const chance = seededChance(kind)
  const plate = turned(
    [
      [0, 0],
      [0.7, 0, 0.02],
      [1.3, 0.1, 0.04],
      [1.28, 0.13, 0.02],
      [0.7, 0.05, 0.05],
      [0, 0.05],
    ],
    gloss(colour, 0.2),
    { steps: 72 },
  )
  const kinds = {
    macarons: () =>
      copies(9, (n) => {
        const tint = ['#e8b4b0', '#b9cfa6', '#e6cf8f', '#c9b3d6', '#8a5a3c', '#e9a183'][n % 6]
        const spot =
          n < 6
            ? [Math.cos(n * 1.047) * 0.62, 0.06, Math.sin(n * 1.047) * 0.62]
            : n < 8
              ? [Math.cos(n * 2.1) * 0.24, 0.4, Math.sin(n * 2.1) * 0.24]
              : [0, 0.06, 0]
        const one = [
          turned(
            [
              [0, 0],
              [0.2, 0, 0.02],
              [0.29, 0.06, 0.06],
              [0.27, 0.13, 0.01],
              [0, 0.13],
            ],
            coat(tint, 0.6),
          ),
          turned(
            [
              [0.25, 0.12],
              [0.265, 0.16, 0.03],
              [0.25, 0.2],
            ],
            coat('#f1e2c8', 0.6),
          ),
          turned(
            [
              [0, 0.2],
              [0.27, 0.2, 0.01],
              [0.29, 0.27, 0.06],
              [0.2, 0.33, 0.06],
              [0, 0.345],
            ],
            coat(tint, 0.6),
          ),
        ]
        return place(group(one), {
          at: spot,
          turn: [chance.between(-0.06, 0.06), n, chance.between(-0.06, 0.06)],
        })
      }),
    cake: () => [
      turned(
        [
          [0, 0.06],
          [0.85, 0.06, 0.02],
          [0.85, 0.62, 0.06],
          [0, 0.64],
        ],
        coat('#f2e4d2', 0.6),
      ),
      turned(
        [
          [0.6, 0.645],
          [0.86, 0.64, 0.03],
          [0.875, 0.5, 0.05],
          [0.86, 0.42],
        ],
        chocolate('dark'),
      ),
      mesh(new THREE.CircleGeometry(0.84, 56), chocolate('dark'), {
        at: [0, 0.648, 0],
        turn: [-Math.PI / 2, 0, 0],
      }),
      copies(10, (n) =>
        place(ball(0.1, gloss('#a3212b', 0.25)), {
          at: [Math.cos(n * 0.628) * 0.62, 0.73, Math.sin(n * 0.628) * 0.62],
        }),
      ),
    ],
    cookies: () =>
      copies(9, (n) =>
        place(
          group(
            turned(
              [
                [0, 0],
                [0.34, 0, 0.03],
                [0.37, 0.06, 0.04],
                [0.28, 0.12, 0.06],
                [0, 0.13],
              ],
              Object.assign(fabric('#c08a4c', 'felt'), { sheen: 0 }),
            ),
            copies(9, (k) =>
              place(blob([0.05, 0.035, 0.045], 0.8, chocolate('dark')), {
                at: [
                  Math.cos(k * 2.4) * 0.075 * Math.sqrt(k),
                  0.12,
                  Math.sin(k * 2.4) * 0.075 * Math.sqrt(k),
                ],
              }),
            ),
          ),
          {
            at:
              n < 6
                ? [Math.cos(n * 1.047) * 0.6, 0.08, Math.sin(n * 1.047) * 0.6]
                : [Math.cos(n * 2.1) * 0.26, 0.21 + (n - 6) * 0.07, Math.sin(n * 2.1) * 0.26],
            turn: [chance.between(-0.1, 0.1), n, chance.between(-0.1, 0.1)],
          },
        ),
      ),
    cheese: () => [
      lying(circle(1.3), 0.12, wood('oak'), { bevel: 0.03 }),
      place(group(wedge()), { at: [-0.85, 0.12, -0.3], turn: [0, 0.3, 0], scale: 1.3 }),
      place(
        turned(
          [
            [0, 0],
            [0.42, 0, 0.05],
            [0.44, 0.2, 0.08],
            [0.36, 0.26, 0.05],
            [0, 0.26],
          ],
          Object.assign(fabric('#f1e9d8', 'felt'), {}),
        ),
        { at: [0.5, 0.12, -0.4] },
      ),
      copies(11, (n) =>
        place(ball(0.095, gloss('#4a2338', 0.28)), {
          at: [
            0.35 + (n % 4) * 0.16,
            0.215 + (n > 8 ? 0.13 : 0),
            0.25 + Math.floor((n % 9) / 4) * 0.16,
          ],
        }),
      ),
      copies(4, (n) =>
        place(block(coat('#d9b27a', 0.8), [0.4, 0.05, 0.28], [0, 0, 0], 0.02), {
          at: [-0.3 + n * 0.05, 0.16 + n * 0.045, 0.75],
          turn: [0, n * 0.1, 0.08],
        }),
      ),
    ],
  }
  return {
    group: group(kind !== 'cheese' && plate, (kinds[kind] ?? kinds.macarons)()),
    ground: 'blush',
    camera: { always: { above: 30 } },
  }
}
