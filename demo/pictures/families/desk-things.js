import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { glass } from '../stage/glassware.js'
import { print } from '../stage/printing.js'
import { hue } from '../stage/palette.js'
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
  rectangle,
  rod,
  turned,
} from '../stage/shaping.js'
import {
  card,
  coat,
  cork,
  fabric,
  gloss,
  glow,
  leather,
  metal,
  plastic,
  printed,
  rubber,
  wood,
} from '../stage/surfaces.js'
import { headphones } from './electronics.js'

/** Three braided charging cables, coiled; colours list */
export function cables({ colours = ['rust', 'cream', 'petrol'] } = {}) {
  const coil = (colour, turns, r, seed) => {
    const braided = fabric(colour, 'twill', { scale: 1.8, depth: 1.6 })
    const points = []
    const count = turns * 22
    for (let n = 0; n <= count; n++) {
      const t = n / count
      const a = t * turns * Math.PI * 2 + seed
      const wobble = 1 + 0.03 * Math.sin(a * 1.31 + seed) + 0.02 * Math.sin(a * 2.7)
      points.push([
        Math.cos(a) * r * wobble,
        0.05 + 0.066 * Math.floor((t * turns) / 2) + 0.03 * Math.abs(Math.sin(a * 0.5 + seed)),
        Math.sin(a) * r * wobble * 0.86 + ((t * turns) % 2 > 1 ? 0.07 : 0),
      ])
    }
    const end = (at, a, s) => {
      const way = [-Math.sin(a) * s, Math.cos(a) * s * 0.86]
      const length = Math.hypot(...way)
      const [dx, dz] = way.map((v) => v / length)
      const tip = [at[0] + dx * 0.26 + (s > 0 ? dz : -dz) * 0.1, 0.06, at[2] + dz * 0.26]
      return [
        along([at, [at[0] + dx * 0.12, 0.055, at[2] + dz * 0.12], tip], 0.036, braided, {
          steps: 20,
          ring: 10,
        }),
        place(group(plugC(colour)), {
          at: tip,
          turn: [0, Math.atan2(tip[0] - at[0], tip[2] - at[2]), 0],
        }),
      ]
    }
    const first = seed
    const last = turns * Math.PI * 2 + seed
    return group(
      along(points, 0.036, braided, { steps: count * 3, ring: 10 }),
      end(points[0], first, -1),
      end(points[points.length - 1], last, 1),
      place(
        group(
          along(
            Array.from({ length: 30 }, (_, n) => {
              const a = (n / 30) * 6.2832
              return [
                Math.cos(a) * 0.1,
                0.03 + 0.02 * turns + Math.sin(a) * (0.05 + 0.02 * turns),
                0,
              ]
            }),
            [0.014, 0.05],
            leather('brown', { fine: true }),
            { closed: true, steps: 60, up: [0, 0, 1] },
          ),
        ),
        { at: [Math.cos(2.2) * r, 0.02, Math.sin(2.2) * r * 0.86 + 0.03], turn: [0, -2.0, 0] },
      ),
    )
  }
  return {
    group: group(
      place(coil(colours[0], 2, 0.4, 0.9), { at: [-0.98, 0, 0.42] }),
      place(coil(colours[1 % colours.length], 4, 0.5, 0.4), { at: [0.05, 0, -0.28] }),
      place(coil(colours[2 % colours.length], 6, 0.58, 1.5), { at: [1.2, 0, 0.34] }),
    ),
    ground: 'stone',
    camera: {
      always: { around: 8, above: 44, fill: 0.86 },
      detail: { above: 34, aim: [0.78, 0.5, 0.6] },
    },
  }
}

const plugC = (colour) => [
  block(
    plastic(colour === 'cream' ? 'ivory' : colour),
    [0.14, 0.085, 0.3],
    [0, -0.045, 0.12],
    0.04,
  ),
  block(metal('steel'), [0.1, 0.042, 0.14], [0, -0.023, 0.32], 0.02),
  block(coat('black', 0.8), [0.074, 0.02, 0.01], [0, -0.012, 0.39], 0.004),
]

/** Desk organiser: one block with five hollows, filled; kind wood, filled */
export function organiser({ kind = 'oak', filled = true } = {}) {
  const timber = (seed = 3) => wood(kind, { axis: 'x', seed })
  const top = rectangle(2.8, 1.4, 0.14)
  const hole = (shape) => top.holes.push(new THREE.Path(shape.getPoints(40)))
  hole(circle(0.45, 0.82, -0.05))
  hole(circle(0.16, -1.12, 0.38))
  hole(circle(0.16, -1.12, -0.02))
  hole(circle(0.16, -1.12, -0.42))
  hole(rectangle(0.12, 0.9, 0.05, 0.2, -0.02))
  hole(rectangle(1.0, 0.15, 0.06, -0.42, 0.42))
  hole(rectangle(0.82, 0.62, 0.16, -0.42, -0.22))
  const clips = copies(9, (n) =>
    place(clip(['brass', 'copper'][n % 2]), {
      at: [-0.66 + (n % 3) * 0.22, 0.36 + (n % 4) * 0.035, 0.1 + Math.floor(n / 3) * 0.15],
      turn: [0.1 * (n % 3), n * 1.3, 0.08],
      scale: 1.15,
    }),
  )
  const things = filled && [
    pencil('mustard', [-1.12, 0.12, -0.38], 0.16, -0.06, true),
    pencil('petrol', [-1.12, 0.12, 0.02], -0.1, 0.1, false),
    pencil('terracotta', [-1.12, 0.12, 0.42], 0.08, 0.14, true),
    clips,
    [0, 1, 2].map((n) =>
      place(
        block(
          card(['ivory', 'sage', 'white'][n], 0.8),
          [0.02, 0.6 + n * 0.03, 0.82],
          [0, 0, 0],
          0.006,
        ),
        { at: [0.165 + n * 0.032, 0.5, -0.02], turn: [0, 0, -0.04 * n] },
      ),
    ),
    place(
      group(
        block(metal('silver'), [0.74, 1.42, 0.075], [0, 0, 0], 0.035),
        block(gloss('#10131a', 0.06), [0.69, 1.37, 0.08], [0, 0.025, 0], 0.03),
        mesh(new THREE.PlaneGeometry(0.65, 1.3), printed(screen(), { rough: 0.15, lit: 0.35 }), {
          at: [0, 0.72, 0.042],
        }),
      ),
      { at: [-0.42, 0.22, -0.42], turn: [-0.1, 0, 0] },
    ),
    place(
      group(
        turned(
          [
            [0, 0],
            [0.36, 0, 0.05],
            [0.4, 0.8, 0.03],
            [0.375, 0.82, 0.01],
            [0.35, 0.74, 0.02],
            [0, 0.72],
          ],
          coat('ivory', 0.35),
        ),
        mesh(new THREE.CircleGeometry(0.355, 40), gloss('#3a1d0e', 0.1), {
          at: [0, 0.745, 0],
          turn: [-Math.PI / 2, 0, 0],
        }),
        along(
          [
            [0.38, 0.62, 0],
            [0.62, 0.62, 0],
            [0.64, 0.38, 0],
            [0.38, 0.26, 0],
          ],
          [0.035, 0.05],
          coat('ivory', 0.35),
          { steps: 30 },
        ),
      ),
      { at: [0.82, 0.14, 0.05], turn: [0, -0.7, 0] },
    ),
  ]
  return {
    group: group(
      lying(top, 0.5, timber(), { bevel: 0.04, y: 0.1 }),
      lying(rectangle(2.8, 1.4, 0.14), 0.12, timber(3), { bevel: 0.03, y: 0.03 }),
      lying(rectangle(2.7, 1.3, 0.12), 0.04, cork(), { bevel: 0.01 }),
      things,
    ),
    ground: 'warm',
    camera: {
      always: { around: 20, above: filled ? 26 : 38 },
      detail: { above: 34, around: 14, aim: [0.3, 0.5, 0.7] },
    },
  }
}

const screen = () =>
  print(0.65, 1.3, (pen, w, h) => {
    const paint = pen.context.createLinearGradient(0, 0, w, h)
    paint.addColorStop(0, hue('petrol'))
    paint.addColorStop(0.6, hue('sage'))
    paint.addColorStop(1, hue('mustard'))
    pen.context.fillStyle = paint
    pen.context.fillRect(0, 0, w, h)
    pen.text('9:41', w / 2, h * 0.25, w * 0.26, 'white', { font: 'sans' })
  })

function pencil(colour, at, leanX, leanZ, sharp) {
  return place(
    group(
      mesh(new THREE.CylinderGeometry(0.058, 0.058, 1.3, 6), coat(colour, 0.35), {
        at: [0, 0.65, 0],
      }),
      sharp
        ? [
            mesh(new THREE.ConeGeometry(0.058, 0.22, 24), wood('beech', { axis: 'y' }), {
              at: [0, 1.41, 0],
            }),
            mesh(new THREE.ConeGeometry(0.02, 0.075, 16), coat(colour, 0.5), { at: [0, 1.485, 0] }),
          ]
        : [
            rod(metal('brass'), [0, 1.3, 0], [0, 1.4, 0], 0.06),
            rod(rubber('blush'), [0, 1.4, 0], [0, 1.52, 0], 0.055),
          ],
    ),
    { at, turn: [leanX, 0, leanZ] },
  )
}

const clip = (tint) =>
  group(
    along(
      [
        [-0.08, 0, 0.05],
        [0.1, 0, 0.05],
        [0.14, 0, 0],
        [0.1, 0, -0.05],
        [-0.11, 0, -0.05],
        [-0.15, 0, 0.005],
        [-0.11, 0, 0.032],
        [0.06, 0, 0.03],
        [0.085, 0, 0],
        [0.05, 0, -0.026],
        [-0.05, 0, -0.026],
      ],
      0.0085,
      metal(tint),
      { steps: 90, ring: 6 },
    ),
  )

/** Stand of bent wood for headphones; kind wood, hung colour of the headphones or `none` */
export function headphoneStand({ kind = 'oak', hung = 'charcoal' } = {}) {
  const strip = [
    [-0.02, 0.06, 0.3],
    [-0.02, 0.5, 0.32],
    [-0.02, 1.4, 0.3],
    [-0.02, 1.98, 0.16],
    [-0.02, 2.16, -0.12],
    [-0.02, 2.08, -0.4],
    [-0.02, 1.86, -0.52],
  ].map(([x, y, z]) => [x, y, -z])
  return {
    group: group(
      turned(
        [
          [0, 0],
          [0.72, 0, 0.02],
          [0.72, 0.07, 0.025],
          [0, 0.075],
        ],
        metal('brass', { rough: 0.3 }),
        { steps: 80 },
      ),
      turned(
        [
          [0, -0.02],
          [0.7, -0.02, 0],
          [0.7, 0, 0],
        ],
        fabric('charcoal', 'felt'),
      ),
      along(strip, [0.24, 0.05], wood(kind, { axis: 'y', seed: 4 }), {
        steps: 90,
        square: true,
        solid: true,
        flatEnds: true,
        up: [1, 0, 0],
      }),
      [0.18, 0.34].map((y) =>
        place(ball(0.028, metal('brass')), { at: [-0.02, y, -0.25], scale: [1, 1, 0.5] }),
      ),
      hung !== 'none' &&
        place(group(headphones({ colour: hung, kind: 'over', accent: 'silver' }).group), {
          at: [-0.02, 0.44, 0.1],
          scale: 0.85,
        }),
    ),
    ground: 'warm',
    camera: { always: { around: 34, above: 12 }, detail: { aim: [0.5, 0.85, 0.6] } },
  }
}

/** Box of instant film with a few pictures; colour, accent, text */
export function filmPack({ colour = 'cream', accent = 'coral', text = 'Funkenau' } = {}) {
  const stripes = [accent, 'mustard', 'petrol']
  const front = print(
    1,
    1,
    (pen, w, h) => {
      pen.fill(colour)
      stripes.forEach((tint, n) => pen.box(0, h * (0.56 + n * 0.06), w, h * 0.06, tint))
      pen.text(text.toLowerCase(), w * 0.08, h * 0.2, h * 0.13, 'charcoal', {
        font: 'sansbold',
        align: 'left',
      })
      pen.text('instant film', w * 0.08, h * 0.3, h * 0.065, 'charcoal', {
        font: 'sans',
        align: 'left',
      })
      pen.text('2 × 10', w * 0.08, h * 0.92, h * 0.11, 'charcoal', {
        font: 'sansbold',
        align: 'left',
      })
      pen.text('62 × 46 mm', w * 0.58, h * 0.92, h * 0.05, 'charcoal', {
        font: 'sans',
        align: 'left',
      })
    },
    { dots: 800 },
  )
  const side = print(0.42, 1, (pen, w, h) => {
    pen.fill(colour)
    stripes.forEach((tint, n) => pen.box(0, h * (0.56 + n * 0.06), w, h * 0.06, tint))
  })
  const box = (w, h, d) => [
    block(card(colour, 0.6), [w, h, d], [0, 0, 0], 0.012),
    mesh(new THREE.PlaneGeometry(w * 0.99, h * 0.99), printed(front, { rough: 0.5 }), {
      at: [0, h / 2, d / 2 + 0.002],
    }),
    [-1, 1].map((s) =>
      mesh(new THREE.PlaneGeometry(d * 0.98, h * 0.99), printed(side, { rough: 0.5 }), {
        at: [s * (w / 2 + 0.002), h / 2, 0],
        turn: [0, (s * Math.PI) / 2, 0],
      }),
    ),
  ]
  const picture = (scene, at, turn) =>
    place(
      group(
        block(card('white', 0.3), [0.62, 0.012, 0.98], [0, 0, 0], 0.005),
        mesh(new THREE.PlaneGeometry(0.53, 0.72), printed(snapshot(scene), { rough: 0.18 }), {
          at: [0, 0.014, -0.07],
          turn: [-Math.PI / 2, 0, 0],
        }),
      ),
      { at, turn },
    )
  return {
    group: group(
      place(group(box(1.3, 1.35, 0.52)), { at: [-0.35, 0, -0.3], turn: [0, 0.12, 0] }),
      picture('sea', [0.62, 0.012, 0.42], [0, -0.35, 0]),
      picture('hills', [-0.1, 0.024, 0.62], [0, 0.28, 0]),
      picture('cat', [0.3, 0.036, 0.92], [0.012, -0.06, 0]),
      place(group(picture('flower', [0, 0, 0], [1.25, 0, 0])), {
        at: [0.74, 0.47, -0.36],
        turn: [0, -0.3, 0],
      }),
    ),
    ground: 'mint',
    camera: { always: { around: 20, above: 26 }, detail: { above: 36, aim: [0.55, 0.2, 0.8] } },
  }
}

function snapshot(scene) {
  const fade = (pen, w, from, to, low, high) => {
    const paint = pen.context.createLinearGradient(0, low, 0, high)
    paint.addColorStop(0, hue(from))
    paint.addColorStop(1, hue(to))
    pen.context.fillStyle = paint
    pen.context.fillRect(0, low, w, high - low)
  }
  return print(0.53, 0.72, (pen, w, h) => {
    const scenes = {
      sea: () => {
        fade(pen, w, '#7fb0d0', '#f3d9b0', 0, h * 0.55)
        fade(pen, w, '#3d7d92', '#1f5366', h * 0.55, h * 0.8)
        fade(pen, w, '#d9bf92', '#c4a473', h * 0.8, h)
        pen.dot(w * 0.7, h * 0.42, w * 0.09, '#fff0c8')
        pen.area(
          [
            [w * 0.25, h * 0.56],
            [w * 0.36, h * 0.56],
            [w * 0.31, h * 0.36],
          ],
          'white',
        )
      },
      hills: () => {
        fade(pen, w, '#f4c79a', '#f7e6c8', 0, h * 0.6)
        const ridge = (y, tint, k) =>
          pen.area(
            [
              [0, h],
              ...Array.from({ length: 30 }, (_, n) => [
                (n / 29) * w,
                h * (y + 0.07 * Math.sin(n * k + y * 9)),
              ]),
              [w, h],
            ],
            tint,
          )
        ridge(0.5, '#8aa3a0', 0.33)
        ridge(0.63, '#557a6a', 0.27)
        ridge(0.8, '#2f5240', 0.22)
      },
      cat: () => {
        fade(pen, w, '#d7c6b4', '#b99f86', 0, h)
        pen.box(0, h * 0.74, w, h * 0.26, '#8a5f42')
        pen.context.fillStyle = '#2f2a28'
        pen.context.beginPath()
        pen.context.ellipse(w * 0.52, h * 0.62, w * 0.2, h * 0.2, 0, 0, 7)
        pen.context.fill()
        pen.dot(w * 0.52, h * 0.38, w * 0.15, '#2f2a28')
        for (const s of [-1, 1])
          pen.area(
            [
              [w * (0.52 + s * 0.15), h * 0.36],
              [w * (0.52 + s * 0.13), h * 0.23],
              [w * (0.52 + s * 0.03), h * 0.29],
            ],
            '#2f2a28',
          )
        for (const s of [-1, 1]) pen.dot(w * (0.52 + s * 0.06), h * 0.37, w * 0.022, '#e3c24a')
      },
      flower: () => {
        fade(pen, w, '#c9d9c4', '#9fbb98', 0, h)
        pen.line(
          [
            [w * 0.5, h],
            [w * 0.5, h * 0.45],
          ],
          '#4d7a4b',
          w * 0.035,
        )
        for (let n = 0; n < 8; n++)
          pen.dot(
            w * 0.5 + Math.cos(n * 0.785) * w * 0.17,
            h * 0.38 + Math.sin(n * 0.785) * w * 0.17,
            w * 0.11,
            '#d9695a',
          )
        pen.dot(w * 0.5, h * 0.38, w * 0.1, '#f0c24b')
      },
    }
    scenes[scene]()
  })
}

/** Record player with its lid open; colour of the plinth, trim wood */
export function turntable({ colour = 'cream', trim = 'walnut' } = {}) {
  const face = plastic(colour, { rough: 0.4 })
  const grooves = print(
    1,
    1,
    (pen, w) => {
      pen.fill('#101011')
      for (let n = 0; n < 90; n++) {
        const shade = 20 + ((n * 37) % 22)
        pen.context.strokeStyle = `rgb(${shade},${shade},${shade + 1})`
        pen.context.lineWidth = w * 0.0016
        pen.context.beginPath()
        pen.context.arc(w / 2, w / 2, w * (0.19 + n * 0.0033), 0, Math.PI * 2)
        pen.context.stroke()
      }
      pen.dot(w / 2, w / 2, w * 0.165, 'terracotta')
      pen.dot(w / 2, w / 2, w * 0.15, 'rust')
      pen.text('SIDE ONE', w / 2, w * 0.43, w * 0.03, 'ivory', { font: 'sansbold', spaced: 0.1 })
      pen.text('Harbour Songs', w / 2, w * 0.59, w * 0.034, 'ivory', { font: 'serif' })
    },
    { dots: 1000 },
  )
  const knob = (x, r) =>
    place(
      turned(
        [
          [0, 0],
          [r, 0, 0.008],
          [r * 0.94, 0.09, 0.02],
          [0, 0.095],
        ],
        metal('brass', { rough: 0.28 }),
        { steps: 40 },
      ),
      { at: [x, 0.28, 0.875], turn: [Math.PI / 2, 0, 0] },
    )
  const platter = [-0.26, 0.58, -0.02]
  return {
    group: group(
      block(wood(trim, { axis: 'x', seed: 2 }), [2.1, 0.44, 1.75], [0, 0.1, 0], 0.035),
      block(face, [2.0, 0.05, 1.65], [0, 0.515, 0], 0.02),
      [-0.85, 0.85].flatMap((x) =>
        [-0.66, 0.66].map((z) =>
          place(
            turned(
              [
                [0, 0],
                [0.13, 0, 0.02],
                [0.12, 0.11, 0.01],
                [0, 0.11],
              ],
              rubber('black'),
              { steps: 30 },
            ),
            { at: [x, 0, z] },
          ),
        ),
      ),
      place(
        group(
          turned(
            [
              [0, 0],
              [0.76, 0, 0.01],
              [0.76, 0.06, 0.02],
              [0, 0.065],
            ],
            metal('aluminium', { rough: 0.25 }),
            { steps: 90 },
          ),
          turned(
            [
              [0.7, 0.064, 0],
              [0.735, 0.07, 0.004],
              [0.735, 0.084, 0.006],
              [0, 0.086],
            ],
            gloss('#0d0d0e', 0.2),
            { steps: 90 },
          ),
          mesh(new THREE.CircleGeometry(0.73, 90), printed(grooves, { rough: 0.24 }), {
            at: [0, 0.0885, 0],
            turn: [-Math.PI / 2, 0, 0],
          }),
          rod(metal('steel'), [0, 0.08, 0], [0, 0.16, 0], 0.018),
        ),
        { at: platter },
      ),
      turned(
        [
          [0, 0],
          [0.15, 0, 0.01],
          [0.15, 0.08, 0.02],
          [0.08, 0.1, 0.01],
          [0.08, 0.2, 0.02],
          [0, 0.2],
        ],
        metal('steel', { rough: 0.2 }),
        { where: { at: [0.78, 0.565, -0.5] } },
      ),
      along(
        [
          [0.78, 0.74, -0.72],
          [0.78, 0.74, -0.4],
          [0.74, 0.74, 0.1],
          [0.6, 0.73, 0.42],
          [0.42, 0.71, 0.52],
        ],
        0.022,
        metal('steel', { rough: 0.15 }),
        { steps: 60 },
      ),
      rod(metal('blackmetal'), [0.78, 0.74, -0.66], [0.78, 0.74, -0.84], 0.065),
      place(block(plastic('black'), [0.1, 0.05, 0.2], [0, -0.03, 0], 0.015), {
        at: [0.38, 0.7, 0.54],
        turn: [0.05, -1.05, 0],
      }),
      knob(0.62, 0.1),
      knob(0.85, 0.07),
      place(ball(0.02, glow('#ffb04a', 2)), { at: [-0.85, 0.34, 0.876] }),
      place(dustLid(), { at: [0, 0.55, -0.84], turn: [-0.98, 0, 0] }),
    ),
    ground: 'warm',
    camera: { always: { around: 24, above: 24 }, detail: { above: 26, aim: [0.62, 0.5, 0.62] } },
  }
}

/** The clear lid, hinged at its back edge. */
function dustLid() {
  const pane = ([w, h, d], [x, y, z]) =>
    place(glass(new RoundedBoxGeometry(w, h, d, 2, 0.01), 'smoke', { deep: 0.35, shade: 0.12 }), {
      at: [x, y + h / 2, z],
    })
  return group(
    pane([2.06, 0.025, 1.7], [0, 0.36, 0.85]),
    pane([2.06, 0.36, 0.025], [0, 0, 1.69]),
    pane([2.06, 0.36, 0.025], [0, 0, 0.01]),
    pane([0.025, 0.36, 1.68], [-1.02, 0, 0.85]),
    pane([0.025, 0.36, 1.68], [1.02, 0, 0.85]),
    [-0.7, 0.7].map((x) => block(metal('steel'), [0.18, 0.12, 0.06], [x, -0.03, -0.02], 0.015)),
  )
}

/** Power bank with a solar panel, torch and carabiner; colour, accent colour */
export function solarBank({ colour = 'moss', accent = 'mustard' } = {}) {
  const shell = plastic(colour, { rough: 0.55 })
  const edge = rubber('charcoal')
  const panel = print(
    1,
    1.7,
    (pen, w, h) => {
      pen.fill('#0d1422')
      for (let row = 0; row < 6; row++)
        for (let n = 0; n < 3; n++)
          pen.box(
            w * (0.035 + n * 0.315),
            h * (0.02 + row * 0.161),
            w * 0.3,
            h * 0.155,
            n + row === 4 ? '#1a2c55' : '#17264a',
            w * 0.012,
          )
      for (let n = 0; n < 46; n++) pen.box(0, h * (n / 46), w, h * 0.0014, '#3a4c74')
      for (const x of [0.19, 0.5, 0.81]) pen.box(w * x, 0, w * 0.009, h, '#aeb8c8')
    },
    { dots: 1000 },
  )
  const body = group(
    lying(rectangle(1.36, 2.5, 0.2), 0.34, shell, { bevel: 0.1 }),
    [-1, 1].flatMap((s) =>
      [-1, 1].map((t) =>
        lying(rectangle(0.42, 0.42, 0.2), 0.38, edge, {
          bevel: 0.11,
          y: -0.02,
          x: s * 0.505,
          z: t * 1.075,
        }),
      ),
    ),
    [-1, 1].map((s) =>
      copies(7, (n) => block(edge, [0.04, 0.2, 0.06], [s * 0.69, 0.07, -0.4 + n * 0.13], 0.015)),
    ),
    lying(rectangle(1.04, 1.72, 0.06), 0.02, coat('black', 0.5), {
      bevel: 0.008,
      y: 0.33,
      z: 0.12,
    }),
    mesh(new THREE.PlaneGeometry(0.98, 1.66), printed(panel, { rough: 0.12, metalness: 0.2 }), {
      at: [0, 0.352, 0.12],
      turn: [-Math.PI / 2, 0, 0],
    }),
    [0, 1, 2, 3].map((n) =>
      place(ball(0.022, n < 3 ? glow('#8dff9a', 1.6) : coat('grey')), {
        at: [-0.15 + n * 0.1, 0.342, -0.9],
        scale: [1, 0.4, 1],
      }),
    ),
    place(
      turned(
        [
          [0, 0],
          [0.07, 0, 0.01],
          [0.065, 0.03, 0.01],
          [0, 0.032],
        ],
        coat(accent, 0.4),
        { steps: 30 },
      ),
      { at: [0.36, 0.335, -0.9] },
    ),
    lying(rectangle(0.6, 0.05, 0.02), 0.012, coat(accent, 0.4), {
      bevel: 0.004,
      y: 0.336,
      z: 1.09,
    }),
    place(
      group(
        turned(
          [
            [0, 0],
            [0.13, 0, 0.01],
            [0.13, 0.03, 0.01],
            [0.1, 0.03, 0],
            [0.07, 0.005, 0.01],
            [0, 0],
          ],
          metal('chrome'),
          { steps: 36 },
        ),
        place(ball(0.055, glow('#fff3d6', 2.2)), { at: [0, 0.01, 0], scale: [1, 0.5, 1] }),
      ),
      { at: [-0.32, 0.17, 1.252], turn: [Math.PI / 2, 0, 0] },
    ),
    block(coat('black', 0.8), [0.16, 0.075, 0.02], [0.24, 0.135, 1.246], 0.03),
    along(
      [
        [0.42, 0.17, -1.18],
        [0.44, 0.17, -1.36],
        [0.58, 0.17, -1.36],
        [0.6, 0.17, -1.16],
      ],
      0.03,
      metal('blackmetal'),
      { steps: 30 },
    ),
    place(carabiner(accent), { at: [0.62, 0.14, -1.62], turn: [0, 0.35, 0] }),
  )
  return {
    group: group(place(group(body), { turn: [0, 0.16, 0] })),
    ground: 'sage',
    camera: {
      always: { around: 26, above: 42 },
      detail: { around: 18, above: 30, aim: [0.5, 0.6, 0.85] },
    },
  }
}

const carabiner = (accent) =>
  group(
    along(
      [
        [-0.14, 0, 0.3],
        [0.1, 0, 0.32],
        [0.17, 0, 0.16],
        [0.12, 0, -0.24],
        [-0.02, 0, -0.36],
        [-0.16, 0, -0.24],
        [-0.2, 0, 0.16],
      ],
      0.038,
      metal(accent === 'mustard' ? 'brass' : accent),
      { closed: true, steps: 90, ring: 12 },
    ),
    rod(metal('steel'), [0.165, 0.0, 0.14], [0.125, 0.0, -0.2], 0.03),
  )
