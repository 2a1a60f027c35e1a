import * as THREE from 'three'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  block,
  copies,
  cutOut,
  group,
  mesh,
  place,
  polygon,
  rectangle,
  turned,
} from '../stage/shaping.js'
import { coat, leaf, metal, wood } from '../stage/surfaces.js'

const shadow = () => coat('black', 1)

/** A reed, open towards us. */
function reed(r, [x, y, z], tint, length = 0.9) {
  const wall = r * 0.68
  return place(
    turned(
      [
        [r, 0, 0],
        [r, length, 0.008],
        [wall, length, 0.008],
        [wall, length - r * 1.6, 0],
        [0, length - r * 1.6, 0],
      ],
      tint,
      { steps: 16 },
    ),
    { at: [x, y, z], turn: [Math.PI / 2, 0, 0] },
  )
}

/** House for wild bees: reeds under the roof and below, drilled oak between; colour wood, roof wood or colour */
export function beeHotel({ colour = 'pine', roof = 'oak' } = {}) {
  const chance = seededChance('bees')
  const plank = (size, at, seed, axis = 'y') => block(wood(colour, { axis, seed }), size, at, 0.012)
  const tints = ['#d8b877', '#c9a25f', '#e3c88f', '#b98f52'].map((tint) => coat(tint, 0.75))
  const hollow = shadow()
  const bundle = (inside, low, high) => {
    const found = []
    for (let row = 0; row < 24; row++) {
      for (let n = 0; n < 20; n++) {
        const r = chance.between(0.034, 0.05)
        const x = -0.56 + n * 0.096 + (row % 2) * 0.048
        const y = low + 0.05 + row * 0.084
        if (y + r > high || !inside(Math.abs(x) + r, y + r)) continue
        found.push(
          reed(r, [x, y, -0.42 + chance.between(-0.03, 0.05)], chance.pick(tints)),
          mesh(new THREE.CircleGeometry(r * 0.7, 14), hollow, { at: [x, y, 0.36] }),
        )
      }
    }
    return found
  }
  const board = rectangle(1.16, 0.5, 0.02, 0, 0)
  const holes = []
  for (let n = 0; n < 24; n++) {
    const [x, y] = [-0.49 + (n % 8) * 0.14, -0.16 + Math.floor(n / 8) * 0.16]
    const r = [0.022, 0.036, 0.048][(n * 5 + Math.floor(n / 8)) % 3]
    const hole = new THREE.Path()
    hole.absarc(x + (Math.floor(n / 8) % 2) * 0.05 - 0.02, y, r, 0, Math.PI * 2)
    board.holes.push(hole)
    // A door that somebody has bricked up.
    if (n % 7 === 3)
      holes.push(
        mesh(new THREE.CircleGeometry(r, 16), coat('#a58a63', 1), {
          at: [x + (Math.floor(n / 8) % 2) * 0.05 - 0.02, y + 0.92, 0.41],
        }),
      )
  }
  const underRoof = (x, y) => y < 1.76 - 0.81 * x
  const slope = (side) =>
    place(block(wood(roof, { axis: 'z', seed: side + 4 }), [0.98, 0.07, 1.2], [0, 0, 0], 0.014), {
      at: [side * 0.385, 1.49, 0.02],
      turn: [0, 0, -side * 0.68],
    })
  return {
    group: group(
      plank([1.36, 0.07, 1.0], [0, 0, 0], 1, 'x'),
      [-0.65, 0.65].map((x, n) => plank([0.07, 1.14, 1.0], [x, 0.06, 0], n + 2)),
      cutOut(
        polygon([
          [-0.66, 0],
          [0.66, 0],
          [0.66, 1.22],
          [0, 1.76],
          [-0.66, 1.22],
        ]),
        0.05,
        wood(colour, { axis: 'y', seed: 9 }),
        { where: { at: [0, 0.02, -0.46] } },
      ),
      [0.6, 1.2].map((y, n) => plank([1.24, 0.06, 0.92], [0, y, 0], n + 5, 'x')),
      bundle((x) => x < 0.61, 0.07, 0.6),
      bundle(underRoof, 1.26, 1.8),
      cutOut(board, 0.5, wood('oak', { axis: 'x', seed: 12 }), {
        bevel: 0.006,
        where: { at: [0, 0.93, 0.18] },
      }),
      mesh(new THREE.PlaneGeometry(1.1, 0.44), hollow, { at: [0, 0.93, 0.36] }),
      holes,
      slope(1),
      slope(-1),
      along(
        [
          [0, 1.83, -0.2],
          [0, 2.08, -0.2],
          [0, 2.12, -0.2],
          [0.04, 2.06, -0.2],
          [0.0, 1.83, -0.18],
        ],
        0.014,
        metal('blackmetal'),
        { steps: 30 },
      ),
    ),
    ground: 'sky',
    camera: {
      always: { around: 24, above: 10 },
      detail: { around: 16, above: 8, aim: [0.5, 0.45, 1] },
    },
  }
}

/** Low winter house for a hedgehog with an arched door and dry leaves; colour wood, roof wood */
export function hedgehogHome({ colour = 'pine', roof = 'oak' } = {}) {
  const chance = seededChance('hedgehog')
  const face = polygon([
    [-1.1, 0],
    [1.1, 0],
    [1.1, 0.98],
    [-1.1, 0.98],
  ])
  const door = new THREE.Path()
  door.moveTo(-0.86, 0.06)
  door.lineTo(-0.28, 0.06)
  door.lineTo(-0.28, 0.4)
  door.absarc(-0.57, 0.4, 0.29, 0, Math.PI, false)
  door.lineTo(-0.86, 0.06)
  face.holes.push(door)
  const arch = Array.from({ length: 21 }, (_, n) => {
    const a = (n / 20) * Math.PI
    return [-0.57 + Math.cos(a) * 0.325, 0.4 + Math.sin(a) * 0.325, 0.82]
  })
  const lean = 0.2
  const boards = copies(5, (n) =>
    place(block(wood(roof, { axis: 'x', seed: n + 20 }), [2.56, 0.075, 0.47], [0, 0, 0], 0.014), {
      at: [chance.between(-0.012, 0.012), 1.305 - n * 0.078 + (n % 2) * 0.004, -0.86 + n * 0.435],
      turn: [lean - 0.03, 0, 0],
    }),
  )
  const leaves = copies(46, (n) => {
    const inside = n < 20
    const [x, z] = inside
      ? [chance.between(-0.82, -0.32), chance.between(0.35, 0.8)]
      : [-0.57 + chance.between(-0.75, 0.85), 0.85 + Math.abs(chance.between(-0.62, 0.62))]
    return place(dryLeaf(chance), {
      at: [x, inside ? 0.1 + chance.next() * 0.24 : 0.02 + chance.next() * 0.05, z],
      turn: [chance.between(-0.4, 0.4), chance.next() * 6.28, chance.between(-0.4, 0.4)],
      scale: chance.between(0.75, 1.2),
    })
  })
  return {
    group: group(
      cutOut(face, 0.08, wood(colour, { axis: 'x', seed: 1 }), {
        bevel: 0.012,
        where: { at: [0, 0, 0.78] },
      }),
      [0.33, 0.66].map((y) => [
        block(shadow(), [0.22, 0.012, 0.004], [-0.99, y, 0.821], 0.001),
        block(shadow(), [1.36, 0.012, 0.004], [0.42, y, 0.821], 0.001),
      ]),
      along(arch, [0.035, 0.022], wood('oak', { axis: 'x', seed: 3 }), { steps: 40, square: true }),
      [-0.895, -0.245].map((x) =>
        block(wood('oak', { axis: 'y', seed: 4 }), [0.07, 0.4, 0.045], [x, 0.02, 0.83], 0.012),
      ),
      [-1.07, 1.07].map((x, n) =>
        place(
          cutOut(
            polygon([
              [-0.82, 0],
              [0.82, 0],
              [0.82, 1.26],
              [-0.82, 0.95],
            ]),
            0.08,
            wood(colour, { axis: 'x', seed: n + 6 }),
          ),
          { at: [x, 0, 0], turn: [0, Math.PI / 2, 0] },
        ),
      ),
      block(wood(colour, { axis: 'x', seed: 8 }), [2.1, 1.2, 0.08], [0, 0, -0.78], 0.01),
      block(shadow(), [0.05, 0.9, 0.9], [-0.1, 0.04, 0.28], 0.01),
      block(shadow(), [2.0, 0.03, 1.5], [0, 0.01, 0], 0.01),
      boards,
      leaves,
    ),
    ground: 'sage',
    camera: { always: { around: -24, above: 17 }, detail: { around: -18, aim: [0.3, 0.3, 0.9] } },
  }
}

function dryLeaf(chance) {
  const shape = new THREE.Shape()
  shape.moveTo(0, -0.16)
  shape.bezierCurveTo(0.12, -0.08, 0.1, 0.1, 0, 0.18)
  shape.bezierCurveTo(-0.1, 0.1, -0.12, -0.08, 0, -0.16)
  const geometry = new THREE.ShapeGeometry(shape, 8)
  const position = geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    const [x, y] = [position.getX(n), position.getY(n)]
    position.setXYZ(n, x, Math.abs(x) * 0.7 + y * y * 1.4, y)
  }
  geometry.computeVertexNormals()
  return mesh(geometry, leaf(chance.pick(['#9a6a35', '#b07a3a', '#7d4f2a', '#8f5a2e']), 0.8))
}

/** Crate of tulip bulbs, with two tulips; colour wood */
export function bulbCrate({ colour = 'pine' } = {}) {
  const chance = seededChance('bulbs')
  const plank = (size, at, seed, axis = 'x') => block(wood(colour, { axis, seed }), size, at, 0.012)
  const skins = ['#9a5f2c', '#a86d35', '#86501f', '#b57a42'].map((tint) => coat(tint, 0.38))
  const bulb = (r) =>
    group(
      turned(
        [
          [0, 0],
          [r * 0.5, 0.01],
          [r * 0.98, r * 0.62],
          [r * 0.86, r * 1.25],
          [r * 0.34, r * 1.95],
          [r * 0.07, r * 2.5],
          [0, r * 2.52],
        ],
        chance.pick(skins),
        { smooth: true, steps: 26 },
      ),
      place(
        turned(
          [
            [r * 0.42, 0],
            [r * 0.3, -0.03],
            [0, -0.035],
          ],
          coat('#d9c39a', 0.95),
          { steps: 20 },
        ),
        { at: [0, 0.012, 0] },
      ),
    )
  const heap = (count, y, spreadX, spreadZ) =>
    copies(count, (n) =>
      place(bulb(chance.between(0.135, 0.17)), {
        at: [
          -spreadX + (((n * 0.618) % 1) + chance.between(-0.03, 0.03)) * spreadX * 2,
          y + chance.between(0, 0.08),
          -spreadZ + ((n + 0.5) / count) * spreadZ * 2,
        ],
        turn: [chance.between(-0.9, 0.9), chance.next() * 6.28, chance.between(-0.9, 0.9)],
      }),
    )
  const loose = [
    [0.95, 1.05, 1.35],
    [1.35, 0.75, -1.2],
    [0.5, 1.2, 1.1],
  ].map(([x, z, turn], n) =>
    place(bulb(0.16), { at: [x, 0.14, z], turn: [turn, n * 2.1, n * 0.4] }),
  )
  return {
    group: group(
      plank([2.4, 0.06, 1.5], [0, 0, 0], 1),
      [0, 1, 2].flatMap((n) => [
        plank([2.4, 0.24, 0.06], [0, 0.07 + n * 0.29, 0.74], n + 2),
        plank([2.4, 0.24, 0.06], [0, 0.07 + n * 0.29, -0.74], n + 5),
        plank([0.06, 0.24, 1.44], [1.17, 0.07 + n * 0.29, 0], n + 8, 'z'),
        plank([0.06, 0.24, 1.44], [-1.17, 0.07 + n * 0.29, 0], n + 11, 'z'),
      ]),
      [-1, 1].flatMap((s) =>
        [-1, 1].map((t) => plank([0.12, 0.92, 0.1], [s * 1.08, 0.0, t * 0.66], 20 + s + t, 'y')),
      ),
      block(coat('#5f4630', 1), [2.2, 0.5, 1.36], [0, 0.06, 0], 0.02),
      heap(34, 0.55, 0.98, 0.56),
      heap(22, 0.68, 0.86, 0.46),
      heap(9, 0.84, 0.5, 0.28),
      loose,
      leaning(tulip('red', 1.9), [-1.25, 0.04, 1.22], [0.3, 1.0, 0.88]),
      leaning(tulip('mustard', 1.75), [-1.1, 0.04, 1.46], [0.2, 0.2, 1.5]),
    ),
    ground: 'sage',
    camera: { always: { around: 24, above: 26 }, detail: { above: 34, aim: [0.55, 0.9, 0.6] } },
  }
}

/** Lays something that grows upwards from one point towards another. */
function leaning(part, from, to) {
  const way = to.map((v, n) => v - from[n])
  part.position.set(...from)
  part.quaternion.setFromUnitVectors(
    new THREE.Vector3(0, 1, 0),
    new THREE.Vector3(...way).normalize(),
  )
  return part
}

function tulip(colour, high) {
  const petal = (n, inner) => {
    const plate = new THREE.PlaneGeometry(1, 1, 12, 16)
    const position = plate.attributes.position
    for (let k = 0; k < position.count; k++) {
      const [s, t] = [position.getX(k) * 2, position.getY(k) + 0.5]
      const half = 0.95 * Math.sin(Math.PI * Math.min(0.96, 0.16 + t * 0.84)) ** 0.75
      const a = s * half
      const r = (inner ? 0.185 : 0.2) * Math.sin(Math.PI * (0.14 + t * 0.62)) ** 0.7
      position.setXYZ(k, Math.sin(a) * r, t * 0.52, Math.cos(a) * r)
    }
    plate.computeVertexNormals()
    return place(mesh(plate, leaf(colour === 'red' ? '#b8302f' : '#e0a52e', 0.5)), {
      turn: [0, (n / 3) * 6.2832 + (inner ? 1.05 : 0), 0],
    })
  }
  const blade = (turn, long) => {
    const plate = new THREE.PlaneGeometry(1, 1, 6, 18)
    const position = plate.attributes.position
    for (let k = 0; k < position.count; k++) {
      const [s, t] = [position.getX(k) * 2, position.getY(k) + 0.5]
      const half = 0.11 * Math.sin(Math.PI * Math.min(0.99, 0.2 + t * 0.8)) ** 0.8
      position.setXYZ(k, s * half, t * long, 0.04 + t * t * 0.3 - Math.abs(s) * half * 0.5)
    }
    plate.computeVertexNormals()
    return place(mesh(plate, leaf('#5b8a55', 0.5)), { at: [0, 0.2, 0], turn: [0, turn, 0] })
  }
  return group(
    along(
      [
        [0, 0, 0],
        [0.02, high * 0.5, 0.02],
        [0, high, 0],
      ],
      0.032,
      leaf('#6c9a5a', 0.55),
      { steps: 24, ring: 10 },
    ),
    place(group([0, 1, 2].map((n) => [petal(n, false), petal(n, true)])), {
      at: [0, high - 0.02, 0],
    }),
    blade(0.6, high * 0.72),
    blade(3.4, high * 0.62),
  )
}
