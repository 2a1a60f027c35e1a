import { print } from '../stage/printing.js'
import { seededChance } from '../stage/seeded-chance.js'
import { along, ball, copies, group, mesh, place, surface, turned } from '../stage/shaping.js'
import { fabric, wood } from '../stage/surfaces.js'
import * as THREE from 'three'

const RADIUS = 0.31
const THICK = 0.085

/** Discs printed with animals, in pairs, and the bag they come in; kind wood, colour of the bag, cord */
export function animalPairs({ kind = 'beech', colour = 'cream', cord = 'terracotta' } = {}) {
  const chance = seededChance('pairs')
  const names = Object.keys(faces)
  const spots = []
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      spots.push([
        -0.35 + column * 0.7 + (row % 2) * 0.16 + chance.between(-0.03, 0.03),
        0.42 + row * 0.66 + chance.between(-0.03, 0.03),
      ])
    }
  const order = [0, 5, 2, 7, 3, 1, 6, 4, 6, 2, 0, 5, 1, 7, 4, 3]
  const open = spots.map(([x, z], n) =>
    place(disc(kind, n, faces[names[order[n]]]), {
      at: [x, 0, z],
      turn: [0, chance.between(-0.35, 0.35), 0],
    }),
  )
  const pile = (x, z, count, face) =>
    copies(count, (n) =>
      place(disc(kind, 20 + n + count, n === count - 1 && face), {
        at: [x + chance.between(-0.025, 0.025), n * THICK, z + chance.between(-0.025, 0.025)],
        turn: [0, chance.between(-0.4, 0.4), 0],
      }),
    )
  return {
    group: group(
      place(bag(colour, cord), { at: [-0.75, 0, -0.75], turn: [0, 0.25, 0] }),
      open,
      pile(0.75, -0.5, 6, faces.fox),
      pile(1.52, -0.28, 4, faces.owl),
    ),
    ground: 'mint',
    size: 1.24,
    camera: { always: { above: 36, around: 12, fill: 0.8 } },
  }
}

function disc(kind, seed, face) {
  return group(
    turned(
      [
        [0, 0],
        [RADIUS, 0, 0.02],
        [RADIUS, THICK, 0.02],
        [0, THICK],
      ],
      wood(kind, { seed }),
      { steps: 44 },
    ),
    face &&
      mesh(new THREE.CircleGeometry(RADIUS - 0.02, 40), printedWood(kind, seed, face), {
        at: [0, THICK + 0.002, 0],
        turn: [-Math.PI / 2, 0, 0],
      }),
  )
}

/** The grain shows through the ink. */
function printedWood(kind, seed, face) {
  const draw = (pen, w) => {
    pen.fill('#ffffff')
    face(on(pen, w))
  }
  return Object.assign(wood(kind, { seed }), { map: print(1, 1, draw, { dots: 512 }) })
}

/** A pen for faces: the disc is the unit circle, y goes down. */
function on(pen, w) {
  const at = (v) => (v * 0.5 + 0.5) * w
  const oval = (x, y, rx, ry, colour, turn = 0) => {
    pen.context.fillStyle = colour
    pen.context.beginPath()
    pen.context.ellipse(at(x), at(y), (rx * w) / 2, (ry * w) / 2, turn, 0, Math.PI * 2)
    pen.context.fill()
  }
  return {
    oval,
    both: (x, y, rx, ry, colour, turn = 0) => {
      oval(-x, y, rx, ry, colour, -turn)
      oval(x, y, rx, ry, colour, turn)
    },
    area: (points, colour) =>
      pen.area(
        points.map(([x, y]) => [at(x), at(y)]),
        colour,
      ),
    bothAreas(points, colour) {
      for (const side of [-1, 1])
        pen.area(
          points.map(([x, y]) => [at(x * side), at(y)]),
          colour,
        )
    },
    line: (points, colour, thick) =>
      pen.line(
        points.map(([x, y]) => [at(x), at(y)]),
        colour,
        thick * w,
      ),
  }
}

const INK = '#33261f'
const eyes = (p, x = 0.24, y = -0.02, size = 0.065) => p.both(x, y, size, size * 1.15, INK)
const smile = (p, y) =>
  p.line(
    [-0.14, -0.07, 0, 0.07, 0.14].map((x) => [x, y - 12 * x * x * 0.3]),
    INK,
    0.014,
  )

/** One face an animal, in the colours of a box of crayons. */
const faces = {
  fox(p) {
    p.bothAreas(
      [
        [0.62, -0.72],
        [0.64, -0.1],
        [0.1, -0.38],
      ],
      '#c9632c',
    )
    p.bothAreas(
      [
        [0.55, -0.55],
        [0.56, -0.22],
        [0.28, -0.38],
      ],
      '#4a2a1c',
    )
    p.area(
      [
        [-0.64, -0.2],
        [0, -0.46],
        [0.64, -0.2],
        [0.5, 0.22],
        [0, 0.66],
        [-0.5, 0.22],
      ],
      '#c9632c',
    )
    p.bothAreas(
      [
        [0.6, 0.0],
        [0.5, 0.24],
        [0.02, 0.64],
        [0.12, 0.22],
      ],
      '#f3e6d2',
    )
    eyes(p, 0.26, 0.02)
    p.oval(0, 0.56, 0.1, 0.08, INK)
  },
  badger(p) {
    p.both(0.48, -0.48, 0.15, 0.15, '#3b3a3a')
    p.oval(0, 0.02, 0.6, 0.62, '#f1ebe0')
    p.bothAreas(
      [
        [0.12, -0.56],
        [0.42, -0.4],
        [0.46, 0.1],
        [0.22, 0.42],
        [0.1, 0.3],
      ],
      '#3b3a3a',
    )
    p.both(0.26, -0.02, 0.075, 0.085, '#f1ebe0')
    eyes(p, 0.26, -0.02, 0.05)
    p.oval(0, 0.46, 0.13, 0.1, INK)
  },
  rabbit(p) {
    p.both(0.22, -0.52, 0.13, 0.36, '#a98f7c', 0.14)
    p.both(0.22, -0.5, 0.06, 0.26, '#e2b5a8', 0.14)
    p.oval(0, 0.2, 0.54, 0.48, '#a98f7c')
    p.both(0.14, 0.36, 0.17, 0.14, '#efe4d6')
    eyes(p, 0.25, 0.1)
    p.oval(0, 0.27, 0.075, 0.055, '#b4553a')
    smile(p, 0.42)
  },
  frog(p) {
    p.both(0.36, -0.36, 0.23, 0.23, '#6f9a52')
    p.oval(0, 0.08, 0.66, 0.5, '#6f9a52')
    p.both(0.36, -0.38, 0.14, 0.14, '#f4f0e2')
    eyes(p, 0.36, -0.37, 0.07)
    p.line(
      Array.from({ length: 21 }, (_, n) => [(n - 10) * 0.042, 0.3 - ((n - 10) / 10) ** 2 * 0.16]),
      INK,
      0.016,
    )
    p.both(0.42, 0.2, 0.1, 0.07, '#c98a6a')
  },
  owl(p) {
    p.bothAreas(
      [
        [0.5, -0.7],
        [0.56, -0.2],
        [0.12, -0.42],
      ],
      '#6d5340',
    )
    p.oval(0, 0.04, 0.6, 0.64, '#6d5340')
    p.oval(0, 0.36, 0.4, 0.3, '#cdb08a')
    p.both(0.25, -0.12, 0.26, 0.26, '#f3ead8')
    p.both(0.25, -0.12, 0.14, 0.14, '#cf9a2e')
    eyes(p, 0.25, -0.12, 0.075)
    p.area(
      [
        [-0.09, 0.06],
        [0.09, 0.06],
        [0, 0.28],
      ],
      '#d9772b',
    )
  },
  bear(p) {
    p.both(0.44, -0.44, 0.21, 0.21, '#7a5236')
    p.both(0.44, -0.44, 0.11, 0.11, '#c39a78')
    p.oval(0, 0.06, 0.62, 0.58, '#7a5236')
    p.oval(0, 0.28, 0.28, 0.22, '#dcc0a0')
    eyes(p, 0.25, -0.06)
    p.oval(0, 0.2, 0.1, 0.075, INK)
    smile(p, 0.4)
  },
  pig(p) {
    p.bothAreas(
      [
        [0.6, -0.6],
        [0.56, -0.12],
        [0.16, -0.42],
      ],
      '#cf8a86',
    )
    p.oval(0, 0.06, 0.62, 0.56, '#e3aaa2')
    p.oval(0, 0.22, 0.25, 0.18, '#cf8a86')
    p.both(0.09, 0.22, 0.045, 0.07, '#7d4340')
    eyes(p, 0.28, -0.06)
  },
  hedgehog(p) {
    for (let n = 0; n < 22; n++) {
      const a = Math.PI * (0.88 + (n / 21) * 1.24)
      const [c, s] = [Math.cos(a), Math.sin(a)]
      p.area(
        [
          [c * 0.42 - s * 0.12, s * 0.42 + c * 0.12],
          [c * 0.74, s * 0.74 + 0.04],
          [c * 0.42 + s * 0.12, s * 0.42 - c * 0.12],
        ],
        n % 2 ? '#5f4a3c' : '#76604e',
      )
    }
    p.oval(0, 0.0, 0.56, 0.5, '#5f4a3c')
    p.oval(0, 0.16, 0.46, 0.42, '#e3c7a2')
    eyes(p, 0.2, 0.08)
    p.oval(0, 0.34, 0.09, 0.075, INK)
    p.both(0.3, 0.3, 0.08, 0.05, '#dba08a')
  },
}

/** Full, drawn tight under its frill. */
function bag(colour, cord) {
  const line = new THREE.SplineCurve(
    [
      [0.02, 0],
      [0.5, 0.01],
      [0.74, 0.12],
      [0.84, 0.45],
      [0.76, 0.85],
      [0.5, 1.16],
      [0.2, 1.33],
      [0.17, 1.4],
      [0.26, 1.52],
      [0.42, 1.74],
    ].map(([x, y]) => new THREE.Vector2(x, y)),
  )
  const folds = (a, y) => {
    const high = Math.max(0, y - 0.55)
    return (
      1 +
      Math.min(0.26, high * 0.2) * Math.sin(a * 11 + 0.6 * Math.sin(a * 3)) +
      Math.max(0, 0.5 - y) * 0.07 * Math.sin(a * 5 + 1)
    )
  }
  const body = surface(
    (u, v) => {
      const { x: r, y } = line.getPoint(v)
      const a = u * Math.PI * 2
      const wide = r * folds(a, y)
      const frill = y > 1.45 ? 0.05 * Math.sin(a * 11 + 1) : 0
      return [Math.cos(a) * wide, y + frill, Math.sin(a) * wide * 0.86]
    },
    220,
    90,
    fabric(colour, 'canvas', { scale: 1.1 }),
  )
  const rope = () => fabric(cord, 'twill', { scale: 2.2 })
  const tie = along(
    Array.from({ length: 28 }, (_, n) => {
      const a = (n / 28) * Math.PI * 2
      return [Math.cos(a) * 0.235, 1.37 + 0.012 * Math.sin(a * 5), Math.sin(a) * 0.205]
    }),
    0.035,
    rope(),
    { closed: true, steps: 120 },
  )
  const tail = (x, end) => [
    along(
      [
        [0.04, 1.37, 0.21],
        [x * 0.5, 1.34, 0.36],
        [x, 1.16, 0.58],
        [x * 1.25, 0.86, 0.75],
        [x * 1.15, end, 0.8],
      ],
      0.028,
      rope(),
      { steps: 60 },
    ),
    ball(0.055, rope(), { at: [x * 1.15, end - 0.03, 0.8] }),
  ]
  return group(
    body,
    tie,
    ball(0.06, rope(), { at: [0.04, 1.37, 0.23] }),
    tail(-0.16, 0.62),
    tail(0.2, 0.5),
  )
}
