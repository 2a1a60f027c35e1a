import * as THREE from 'three'
import { seededChance, softNoise } from './seeded-chance.js'

const SIZE = 512
const made = new Map()

/** Repeating patterns: red is height, green is shade (half is neutral), blue is roughness. */
export function pattern(name) {
  if (!made.has(name)) made.set(name, paint(drawings[name]))
  return made.get(name)
}

const TAU = Math.PI * 2
const wave = (v) => 0.5 - 0.5 * Math.cos(v * TAU)

const drawings = {
  /** One over, one under, threads of uneven thickness. */
  linen: weave({ threads: 32, uneven: 0.5, slub: 0.35 }),
  canvas: weave({ threads: 24, uneven: 0.2, slub: 0.12 }),
  basket: weave({ threads: 8, uneven: 0.12, slub: 0.1 }),
  twill: diagonal(28),
  knit: knitted(14, 18),
  wool: fibres({ seed: 4, length: 34, count: 9000, strength: 0.2 }),
  felt: fibres({ seed: 5, length: 9, count: 16000, strength: 0.16 }),
  terry: loops(6000),
  fur: fibres({ seed: 6, length: 22, count: 14000, strength: 0.3, bend: 1 }),
  leather: pebbles(1500),
  fineLeather: pebbles(5200),
  clay: grains({ seed: 8, dots: 2600, dark: 0.35, size: 1.4, rough: 0.35 }),
  speckle: grains({ seed: 9, dots: 240, dark: 0.75, size: 1.9, rough: 0.05, cloud: 0.03 }),
  concrete: grains({ seed: 10, dots: 900, dark: 0.4, size: 2.4, rough: 0.5, cloud: 0.2 }),
  paper: fibres({ seed: 11, length: 14, count: 2600, strength: 0.07 }),
  soil: crumbs(1500),
  brushed: streaks(),
  cork: crumbs(3200),
  hammered: dents(120),
  orange: pebbles(9000),
}

function paint(draw) {
  const canvas = new OffscreenCanvas(SIZE, SIZE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const fields = {
    height: new Float32Array(SIZE * SIZE),
    shade: new Float32Array(SIZE * SIZE).fill(0.5),
  }
  draw(fields)
  const image = context.createImageData(SIZE, SIZE)
  for (let n = 0; n < SIZE * SIZE; n++) {
    image.data[n * 4] = fields.height[n] * 255
    image.data[n * 4 + 1] = fields.shade[n] * 255
    image.data[n * 4 + 2] = 128
    image.data[n * 4 + 3] = 255
  }
  context.putImageData(image, 0, 0)
  const texture = new THREE.CanvasTexture(canvas)
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping
  texture.anisotropy = 4
  texture.colorSpace = THREE.NoColorSpace
  return texture
}

const clamp = (v) => Math.max(0, Math.min(1, v))
const at = (x, y) => ((y & (SIZE - 1)) << 9) + (x & (SIZE - 1))

function weave({ threads, uneven, slub }) {
  return ({ height, shade }) => {
    const chance = seededChance(threads * 3)
    const across = Array.from({ length: threads }, () => [
      chance.between(-1, 1),
      chance.next() * 99,
    ])
    const down = Array.from({ length: threads }, () => [chance.between(-1, 1), chance.next() * 99])
    const noise = softNoise(threads)
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const [u, v] = [(x / SIZE) * threads, (y / SIZE) * threads]
        const [iu, iv] = [Math.floor(u), Math.floor(v)]
        const over = (iu + iv) % 2 === 0
        const [warp, weft] = [across[iu], down[iv]]
        const alongWarp = over ? v - iv : u - iu
        const acrossThread = over ? u - iu : v - iv
        const thread = over ? warp : weft
        const round = Math.sin(Math.PI * acrossThread) ** 0.7
        const bow = Math.sin(Math.PI * alongWarp) * 0.6 + 0.4
        const drift = noise((over ? v : u) * 0.5 + thread[1], thread[1]) * slub
        height[at(x, y)] = clamp(round * bow * (0.8 + uneven * 0.2 * thread[0]))
        shade[at(x, y)] = clamp(
          0.5 + thread[0] * uneven * 0.12 + drift * 0.25 + (round * bow - 0.6) * 0.28,
        )
      }
    }
  }
}

function diagonal(threads) {
  return ({ height, shade }) => {
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const v = ((x + y) / SIZE) * threads
        const fine = wave(((x - y) / SIZE) * threads * 2)
        height[at(x, y)] = clamp(wave(v) * 0.8 + fine * 0.2)
        shade[at(x, y)] = clamp(0.42 + wave(v) * 0.14 + fine * 0.04)
      }
    }
  }
}

function knitted(columns, rows) {
  return ({ height, shade }) => {
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const u = ((x / SIZE) * columns) % 1
        const lean = Math.abs(u - 0.5) * 1.5
        const v = ((y / SIZE) * rows + lean) % 1
        const side = Math.sin(Math.PI * Math.min(1, Math.abs(u - 0.5) * 2))
        const h = clamp(Math.sin(Math.PI * v) ** 0.8 * 0.75 * (0.45 + 0.55 * side) + 0.2 * side)
        height[at(x, y)] = h
        shade[at(x, y)] = clamp(0.34 + h * 0.24)
      }
    }
  }
}

function fibres({ seed, length, count, strength, bend = 0.5 }) {
  return ({ height, shade }) => {
    const chance = seededChance(seed)
    height.fill(0.4)
    for (let n = 0; n < count; n++) {
      let [x, y, turn] = [chance.next() * SIZE, chance.next() * SIZE, chance.next() * TAU]
      const lift = chance.between(-0.5, 1) * strength
      const curl = chance.between(-0.2, 0.2) * bend
      for (let step = 0; step < length; step++) {
        const spot = at(Math.round(x), Math.round(y))
        height[spot] = clamp(height[spot] * 0.7 + 0.3 * (0.45 + lift * 2))
        shade[spot] = clamp(shade[spot] + lift * 0.22 * (1 - Math.abs(shade[spot] - 0.5) * 2))
        x += Math.cos(turn)
        y += Math.sin(turn)
        turn += curl
      }
    }
  }
}

function loops(count) {
  return ({ height, shade }) => {
    const chance = seededChance(21)
    for (let n = 0; n < count; n++) {
      const [cx, cy, r] = [chance.next() * SIZE, chance.next() * SIZE, chance.between(3, 6)]
      stamp(cx, cy, r, (d, spot) => {
        const h = Math.sqrt(1 - d * d) * chance.between(0.9, 1)
        if (h > height[spot]) height[spot] = h
        shade[spot] = clamp(0.36 + height[spot] * 0.2)
      })
    }
  }
}

function pebbles(count) {
  return ({ height, shade }) => {
    const chance = seededChance(count)
    const cells = Math.round(Math.sqrt(count))
    const points = []
    for (let n = 0; n < cells * cells; n++) {
      points.push([(n % cells) + chance.next(), Math.floor(n / cells) + chance.next()])
    }
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const [u, v] = [(x / SIZE) * cells, (y / SIZE) * cells]
        let [near, next] = [9, 9]
        for (let b = -1; b <= 1; b++) {
          for (let a = -1; a <= 1; a++) {
            const [iu, iv] = [Math.floor(u) + a, Math.floor(v) + b]
            const [wu, wv] = [(iu + cells) % cells, (iv + cells) % cells]
            const point = points[wv * cells + wu]
            const d = Math.hypot(point[0] - wu + iu - u, point[1] - wv + iv - v)
            if (d < near) [near, next] = [d, near]
            else if (d < next) next = d
          }
        }
        const h = clamp((next - near) * 2.2)
        height[at(x, y)] = Math.sqrt(h)
        shade[at(x, y)] = 0.44 + Math.sqrt(h) * 0.07
      }
    }
  }
}

function grains({ seed, dots, dark, size, rough, cloud = 0.06 }) {
  return ({ height, shade }) => {
    const chance = seededChance(seed)
    const noise = softNoise(seed)
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const big = noise(x / 32, y / 32) * 0.5 + noise(x / 16 + 5, y / 16) * 0.3
        height[at(x, y)] = clamp(0.5 + big * 0.2 + (chance.next() - 0.5) * rough)
        shade[at(x, y)] = clamp(0.5 + big * cloud + (chance.next() - 0.5) * 0.02)
      }
    }
    for (let n = 0; n < dots; n++) {
      const depth = dark * chance.between(0.3, 1)
      const radius = size * chance.between(0.4, 1.4)
      stamp(chance.next() * SIZE, chance.next() * SIZE, radius, (d, spot) => {
        shade[spot] = clamp(shade[spot] - 0.5 * depth * (1 - d * d))
        height[spot] = clamp(height[spot] - rough * 0.6 * (1 - d))
      })
    }
  }
}

function crumbs(count) {
  return ({ height, shade }) => {
    const chance = seededChance(count)
    for (let n = 0; n < count; n++) {
      const [r, tone, top] = [
        chance.between(3, 15),
        chance.between(0.28, 0.62),
        chance.between(0.4, 1),
      ]
      stamp(chance.next() * SIZE, chance.next() * SIZE, r, (d, spot) => {
        const h = Math.sqrt(1 - d * d) * top
        if (h < height[spot]) return
        height[spot] = h
        shade[spot] = tone * (0.7 + 0.3 * h)
      })
    }
  }
}

function streaks() {
  return ({ height, shade }) => {
    const chance = seededChance(30)
    const rows = Array.from({ length: SIZE }, () => chance.next())
    const noise = softNoise(31)
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const h = rows[y] * 0.6 + 0.4 * (0.5 + 0.5 * noise(x / 64, y * 7.3))
        height[at(x, y)] = h
        shade[at(x, y)] = 0.5 + (h - 0.5) * 0.06
      }
    }
  }
}

function dents(count) {
  return ({ height }) => {
    const chance = seededChance(44)
    height.fill(1)
    for (let n = 0; n < count; n++) {
      stamp(chance.next() * SIZE, chance.next() * SIZE, chance.between(30, 52), (d, spot) => {
        height[spot] = Math.min(height[spot], 0.2 + 0.8 * d * d)
      })
    }
  }
}

function stamp(cx, cy, radius, change) {
  const reach = Math.ceil(radius)
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const d = Math.hypot(x, y) / radius
      if (d <= 1) change(d, at(Math.round(cx + x), Math.round(cy + y)))
    }
  }
}
