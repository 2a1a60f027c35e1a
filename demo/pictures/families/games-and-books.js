import * as THREE from 'three'
import { label } from '../stage/label-designs.js'
import { print } from '../stage/printing.js'
import { seededChance } from '../stage/seeded-chance.js'
import {
  block,
  copies,
  cutOut,
  floorSheet,
  group,
  mesh,
  place,
  rod,
  sheet,
  turned,
} from '../stage/shaping.js'
import { card, coat, fabric, leather, metal, paper, printed, wood } from '../stage/surfaces.js'

/** Board game or puzzle; kind board|puzzle|cards, colour, accent, text */
export function game({
  kind = 'board',
  colour = 'petrol',
  accent = 'mustard',
  text = 'Havenstad',
  line = 'a game for 2–5',
} = {}) {
  const chance = seededChance(text)
  const front = label(1, 1, {
    name: text,
    line,
    paper: colour,
    ink: 'ivory',
    accent,
    design: 'band',
    small: '',
  })
  const box = place(
    group(
      block(card(colour, 0.5), [1.6, 1.6, 0.42], [0, 0, 0], 0.015),
      sheet(1.56, 1.56, printed(front, { rough: 0.4 }), { at: [0, 0.8, 0.212] }),
      block(card('white', 0.6), [1.58, 1.58, 0.05], [0, 0.01, -0.2], 0.01),
    ),
    { at: [-0.55, 0, -0.5], turn: [-0.1, 0.25, 0] },
  )
  const pawn = (x, z, tint) =>
    place(
      turned(
        [
          [0, 0],
          [0.13, 0, 0.02],
          [0.12, 0.05, 0.02],
          [0.05, 0.16, 0.06],
          [0.045, 0.24, 0.02],
          [0, 0.25],
        ],
        coat(tint, 0.35),
      ),
      { at: [x, 0, z] },
    )
  const die = (x, z, turn) =>
    place(
      group(
        block(coat('ivory', 0.3), [0.22, 0.22, 0.22], [0, 0, 0], 0.04),
        [
          [-0.05, -0.05],
          [0.05, 0.05],
          [0, 0],
        ].map(([px, pz]) =>
          mesh(new THREE.CircleGeometry(0.022, 14), coat('charcoal'), {
            at: [px, 0.2215, pz],
            turn: [-Math.PI / 2, 0, 0],
          }),
        ),
        [
          [-0.05, 0.16],
          [0.05, 0.06],
        ].map(([px, py]) =>
          mesh(new THREE.CircleGeometry(0.022, 14), coat('charcoal'), { at: [px, py, 0.1115] }),
        ),
      ),
      { at: [x, 0, z], turn: [0, turn, 0] },
    )
  const kinds = {
    board: () => [
      box,
      floorSheet(0.001, 0.001, paper('white')),
      [
        ['red', 0.5, 0.5],
        [accent, 0.8, 0.25],
        ['sage', 1.02, 0.62],
        ['sky', 0.2, 0.75],
      ]
        .map(([t, x, z]) => pawn(x, z, t))
        .map((p) => place(p, { scale: 1.35 })),
      die(0.75, 0.95, 0.4),
      die(1.25, 0.25, -0.3),
    ],
    puzzle: () => [
      box,
      copies(13, (n) =>
        place(
          cutOut(jigsaw(n), 0.07, coat([colour, accent, 'sky', 'cream'][n % 4], 0.45), {
            bevel: 0.012,
          }),
          {
            at: [
              0.25 + (n % 4) * 0.38 + chance.between(-0.06, 0.06),
              0.035 + (n > 10 ? 0.07 : 0),
              0.3 + Math.floor((n % 12) / 4) * 0.4 + chance.between(-0.05, 0.05),
            ],
            turn: [-Math.PI / 2, 0, chance.next() * 6],
            scale: 0.62,
          },
        ),
      ),
    ],
    cards: () => [
      box,
      copies(5, (n) =>
        place(
          group(
            block(card('white', 0.4), [0.62, 0.012, 0.92], [0, 0, 0], 0.004),
            sheet(0.56, 0.86, printed(cardFace(n, colour, accent), { rough: 0.35 }), {
              at: [0, 0.014, 0],
              turn: [-Math.PI / 2, 0, 0],
            }),
          ),
          {
            at: [0.35 + n * 0.24, 0.004 + n * 0.013, 0.75 - n * 0.05],
            turn: [0, 0.4 - n * 0.17, 0],
          },
        ),
      ),
    ],
    chess: () => [
      block(wood('walnut'), [2.3, 0.16, 2.3], [0, 0, 0], 0.03),
      sheet(
        2.05,
        2.05,
        printed(
          print(1, 1, (pen, w) => {
            for (let n = 0; n < 64; n++)
              pen.box(
                ((n % 8) * w) / 8,
                (Math.floor(n / 8) * w) / 8,
                w / 8,
                w / 8,
                (n + Math.floor(n / 8)) % 2 ? '#5b3822' : '#dcbd8d',
              )
          }),
          { rough: 0.5 },
        ),
        { at: [0, 0.163, 0], turn: [-Math.PI / 2, 0, 0] },
      ),
      copies(16, (n) => {
        const light = n < 8
        const [x, z] = [
          ((n % 8) - 3.5) * 0.256,
          light ? 0.64 + (n % 3 === 0 ? 0.256 : 0) : -0.64 - (n % 3 === 1 ? 0.256 : 0),
        ]
        const tall = n % 3 === (light ? 0 : 1)
        return place(
          turned(
            tall
              ? [
                  [0, 0],
                  [0.1, 0, 0.02],
                  [0.09, 0.06, 0.02],
                  [0.045, 0.14, 0.04],
                  [0.04, 0.34, 0.02],
                  [0.075, 0.4, 0.02],
                  [0.05, 0.46, 0.02],
                  [0, 0.5],
                ]
              : [
                  [0, 0],
                  [0.09, 0, 0.02],
                  [0.08, 0.05, 0.02],
                  [0.04, 0.12, 0.03],
                  [0.035, 0.2, 0.01],
                  [0.065, 0.26, 0.04],
                  [0.03, 0.32, 0.03],
                  [0, 0.325],
                ],
            wood(light ? 'ash' : 'ebony', { axis: 'y', seed: n }),
            { steps: 28 },
          ),
          { at: [x, 0.165, z] },
        )
      }),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.board)()),
    ground: 'lilac',
    camera: kind === 'chess' ? { always: { above: 34, around: 32 } } : { always: { above: 22 } },
  }
}

function jigsaw(n) {
  const shape = new THREE.Shape()
  const knob = (ax, ay, bx, by, out) => {
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
    const [nx, ny] = [(by - ay) * out, -(bx - ax) * out]
    const [dx, dy] = [(bx - ax) * 0.12, (by - ay) * 0.12]
    shape.lineTo(mx - dx, my - dy)
    shape.bezierCurveTo(
      mx - dx * 2.6 + nx * 0.14,
      my - dy * 2.6 + ny * 0.14,
      mx - dx * 1.4 + nx * 0.3,
      my - dy * 1.4 + ny * 0.3,
      mx + nx * 0.3,
      my + ny * 0.3,
    )
    shape.bezierCurveTo(
      mx + dx * 1.4 + nx * 0.3,
      my + dy * 1.4 + ny * 0.3,
      mx + dx * 2.6 + nx * 0.14,
      my + dy * 2.6 + ny * 0.14,
      mx + dx,
      my + dy,
    )
    shape.lineTo(bx, by)
  }
  shape.moveTo(-0.28, -0.28)
  const corners = [
    [-0.28, -0.28],
    [0.28, -0.28],
    [0.28, 0.28],
    [-0.28, 0.28],
    [-0.28, -0.28],
  ]
  for (let k = 0; k < 4; k++) knob(...corners[k], ...corners[k + 1], (n + k) % 2 ? 1 : -1)
  return shape
}

function cardFace(n, colour, accent) {
  return print(0.66, 1, (pen, w, h) => {
    pen.fill('ivory')
    pen.frame(w * 0.06, h * 0.04, w * 0.88, h * 0.92, colour, w * 0.02, w * 0.05)
    pen.dot(w / 2, h / 2, w * 0.26, n % 2 ? colour : accent)
    pen.text(String(n + 3), w / 2, h * 0.55, h * 0.16, 'ivory', { font: 'softbold' })
  })
}

/** Books or notebooks; colours, elastic, pen; kind stack|notebook|album */
export function books({
  kind = 'notebook',
  colours = ['petrol', 'terracotta', 'mustard'],
  elastic = 'cream',
  text = 'Notities',
  pen: withPen = true,
  cover = 'linen',
} = {}) {
  const skin = (tint) =>
    cover === 'leather'
      ? leather(tint, { fine: true })
      : cover === 'card'
        ? card(tint)
        : fabric(tint, 'linen', { scale: 1.5, depth: 0.6 })
  const book = (tint, w, d, h, n) => [
    block(skin(tint), [w, 0.035, d], [0, 0, 0], 0.014),
    block(skin(tint), [w, 0.035, d], [0, h - 0.035, 0], 0.014),
    block(skin(tint), [0.05, h, d], [-w / 2 + 0.02, 0, 0], 0.02),
    block(pages(), [w - 0.08, h - 0.06, d - 0.08], [0.005, 0.03, 0], 0.005),
    n === 0 && null,
  ]
  let y = 0
  const kinds = {
    stack: () =>
      colours.map((tint, n) => {
        const h = 0.24 + ((n * 7) % 3) * 0.07
        const part = place(group(book(tint, 1.5 - n * 0.1, 2.1 - n * 0.13, h, n)), {
          at: [0, y, 0],
          turn: [0, [0.05, -0.12, 0.16, -0.05][n % 4], 0],
        })
        y += h
        return part
      }),
    notebook: () =>
      colours.slice(0, 3).map((tint, n) => {
        const part = place(
          group(
            book(tint, 1.45, 2.05, 0.2, n),
            block(fabric(elastic, 'canvas'), [0.06, 0.212, 2.065], [0.52, -0.006, 0], 0.02),
            n === colours.length - 1 &&
              sheet(
                0.7,
                0.3,
                printed(label(1, 0.43, { name: text, paper: 'ivory', design: 'bare' }), {
                  rough: 0.9,
                }),
                { at: [-0.1, 0.202, -0.35], turn: [-Math.PI / 2, 0, 0] },
              ),
          ),
          { at: [n * 0.06, y, n * 0.05], turn: [0, 0.1 + n * 0.14, 0] },
        )
        y += 0.205
        return part
      }),
    open: () => [
      [-1, 1].map((s) =>
        place(block(pages(), [1.4, 0.16, 2.0], [s * 0.7, 0, 0], 0.02), { turn: [0, 0, s * -0.03] }),
      ),
      block(skin(colours[0]), [2.95, 0.03, 2.12], [0, -0.03, 0], 0.01),
      place(
        sheet(
          0.9,
          1.3,
          printed(
            print(0.9, 1.3, (p, w, h) => {
              p.fill('#f6f1e6')
              p.text(text, w / 2, h * 0.3, w * 0.13, 'charcoal', { font: 'serif', most: w * 0.8 })
              for (let k = 0; k < 9; k++)
                p.line(
                  [
                    [w * 0.12, h * (0.42 + k * 0.055)],
                    [w * (0.88 - (k % 3) * 0.06), h * (0.42 + k * 0.055)],
                  ],
                  '#b9ae9c',
                  h * 0.004,
                )
            }),
            { rough: 0.95 },
          ),
          { at: [0.75, 0.168, 0], turn: [-Math.PI / 2, -0.03, 0] },
        ),
      ),
    ],
  }
  const writer =
    withPen &&
    place(
      group(
        rod(metal('brass'), [0, 0, 0], [0, 1.5, 0], 0.05),
        rod(coat(colours[0], 0.25), [0, 0.5, 0], [0, 1.45, 0], 0.058),
        turned(
          [
            [0, -0.2],
            [0.012, -0.18],
            [0.05, 0, 0.02],
          ],
          metal('brass'),
        ),
      ),
      { at: [1.15, 0.06, 0.75], turn: [-1.57, 0, -0.35] },
    )
  return {
    group: group((kinds[kind] ?? kinds.notebook)(), writer),
    ground: 'stone',
    camera: { always: { above: 30, around: 30 } },
  }
}

const pages = () => Object.assign(paper('#f1eadb'), { roughness: 0.95 })
