import * as THREE from 'three'
import { print } from '../stage/printing.js'
import { block, copies, group, mesh, place, polygon, sheet } from '../stage/shaping.js'
import { card, fabric, paper, printed } from '../stage/surfaces.js'

const SIDE = 2.2
const HIGH = 0.3

/** A square album in linen with a print on it, corners at the ready; colour */
export function photoAlbum({ colour = 'forest' } = {}) {
  const skin = () => fabric(colour, 'linen', { scale: 1.5, depth: 0.7 })
  const album = group(
    block(skin(), [SIDE, 0.045, SIDE], [0, 0, 0], 0.018),
    block(skin(), [SIDE, 0.045, SIDE], [0, HIGH - 0.045, 0], 0.018),
    block(skin(), [0.06, HIGH, SIDE], [-SIDE / 2 + 0.025, 0, 0], 0.028),
    block(skin(), [0.035, 0.02, SIDE - 0.002], [-SIDE / 2 + 0.2, HIGH - 0.014, 0], 0.009),
    copies(9, (n) =>
      block(
        paper(n % 2 ? '#f6f1e4' : '#ebe3d2'),
        [SIDE - 0.1 - (n % 3) * 0.008, 0.02, SIDE - 0.09],
        [0.0, 0.05 + n * 0.0226, 0],
        0.004,
      ),
    ),
  )
  const top = HIGH + 0.004
  return {
    group: group(
      place(album, { turn: [0, 0.1, 0] }),
      photo(seaside, [0.1, top, 0.02], -0.16, true),
      photo(hills, [1.55, 0.001, 1.6], 0.36, false),
      [
        [-0.5, 0.8, 0.5],
        [-0.28, 0.93, 2.2],
        [-0.62, 0.98, 4.1],
      ].map(([x, z, turn]) => place(group(corner(0.15)), { at: [x, top, z], turn: [0, turn, 0] })),
    ),
    ground: 'linen',
    size: 1.22,
    camera: {
      always: { above: 42, around: 24, fill: 0.82 },
      detail: { aim: [0.42, 1, 0.5], above: 34 },
    },
  }
}

/** Two flaps of black card, sewn by nobody: a triangle with a slit along its long side. */
function corner(size) {
  const flap = polygon([
    [0, 0],
    [size, 0],
    [0, size],
  ])
  const shape = new THREE.ExtrudeGeometry(flap, { depth: 0.008, bevelEnabled: false })
  return mesh(shape, card('charcoal', 0.7), { turn: [-Math.PI / 2, 0, 0] })
}

function photo(draw, at, turn, cornered) {
  const [w, d] = [1.16, 0.88]
  const picture = print(w, d, draw, { dots: 900 })
  return place(
    group(
      block(card('white', 0.4), [w + 0.1, 0.014, d + 0.1], [0, 0, 0], 0.005),
      sheet(w, d, printed(picture, { rough: 0.35 }), {
        at: [0, 0.016, 0],
        turn: [-Math.PI / 2, 0, 0],
      }),
      cornered &&
        [0, 1, 2, 3].map((n) => {
          const [sx, sz] = [n === 1 || n === 2 ? 1 : -1, n > 1 ? -1 : 1]
          return place(group(corner(0.2)), {
            at: [sx * (w / 2 + 0.062), 0.012, sz * (d / 2 + 0.062)],
            turn: [0, (n * Math.PI) / 2, 0],
          })
        }),
    ),
    { at, turn: [0, turn, 0] },
  )
}

const sky = (pen, w, h, high, low) => {
  const shade = pen.context.createLinearGradient(0, 0, 0, h * 0.7)
  shade.addColorStop(0, high)
  shade.addColorStop(1, low)
  pen.context.fillStyle = shade
  pen.context.fillRect(0, 0, w, h)
}

const ridge = (pen, w, h, low, rise, seed, colour) =>
  pen.area(
    [
      [0, h],
      ...Array.from({ length: 61 }, (_, n) => [
        (n / 60) * w,
        h * (low - rise * (Math.sin(n * 0.11 + seed) + 0.4 * Math.sin(n * 0.31 + seed * 2))),
      ]),
      [w, h],
    ],
    colour,
  )

/** A beach on a summer evening, with a sail. */
function seaside(pen, w, h) {
  sky(pen, w, h, '#8fb9cf', '#f4d9b8')
  pen.dot(w * 0.7, h * 0.42, h * 0.075, '#fbe7c0')
  pen.box(0, h * 0.5, w, h * 0.5, '#4f8a9c')
  for (let n = 0; n < 26; n++) {
    const y = h * (0.52 + 0.011 * n)
    const x = w * (0.5 + 0.42 * Math.sin(n * 2.4))
    pen.line(
      [
        [x - w * 0.07, y],
        [x + w * 0.07, y],
      ],
      n % 3 ? '#6ba3b0' : '#e5d3b0',
      h * 0.006,
    )
  }
  pen.area(
    [
      [w * 0.28, h * 0.26],
      [w * 0.28, h * 0.5],
      [w * 0.4, h * 0.5],
    ],
    '#f7f2e6',
  )
  pen.area(
    [
      [w * 0.265, h * 0.3],
      [w * 0.265, h * 0.5],
      [w * 0.2, h * 0.5],
    ],
    '#e9dcc6',
  )
  pen.area(
    [
      [w * 0.18, h * 0.515],
      [w * 0.42, h * 0.515],
      [w * 0.38, h * 0.56],
      [w * 0.22, h * 0.56],
    ],
    '#8e3b2c',
  )
  ridge(pen, w, h, 0.86, 0.025, 1, '#e9d3a8')
  ridge(pen, w, h, 0.92, 0.03, 4, '#dcbf8c')
}

/** Hills in the morning, one behind the other. */
function hills(pen, w, h) {
  sky(pen, w, h, '#dbe3e2', '#f6e3cb')
  pen.dot(w * 0.3, h * 0.36, h * 0.09, '#f9edcf')
  ridge(pen, w, h, 0.5, 0.1, 0.5, '#9db3b0')
  ridge(pen, w, h, 0.62, 0.09, 2.2, '#77968a')
  ridge(pen, w, h, 0.76, 0.07, 4.1, '#547762')
  ridge(pen, w, h, 0.9, 0.05, 5.6, '#35573f')
  for (const [x, y, s] of [
    [0.72, 0.8, 1],
    [0.79, 0.83, 0.7],
    [0.2, 0.86, 0.8],
  ])
    pen.area(
      [
        [w * x, h * (y - 0.2 * s)],
        [w * (x + 0.035 * s), h * y],
        [w * (x - 0.035 * s), h * y],
      ],
      '#22402f',
    )
}
