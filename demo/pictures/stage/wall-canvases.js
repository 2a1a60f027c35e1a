import { seededChance } from './seeded-chance.js'

const WIDE = 1024
const SOFT = 11

/**
 * What is seen far behind a gift, drawn out of focus: the drawing's foot is the line where the table or the floor
 * ends. Coordinates are shares of the picture, up from that line.
 */
export function wallCanvas(name, { seed = 1, tone }) {
  const canvas = new OffscreenCanvas(WIDE, WIDE)
  const context = canvas.getContext('2d')
  const pen = penFor(context, SOFT)
  ;(walls[name] ?? walls.plain)(pen, seededChance(`${name} ${seed}`), tone)
  return canvas
}

function penFor(context, soft) {
  const y = (up) => WIDE * (1 - up)
  const pen = {
    blur(amount) {
      context.filter = amount > 0 ? `blur(${amount * soft}px)` : 'none'
      return pen
    },
    /** From the foot upward. */
    shade(...stops) {
      const run = context.createLinearGradient(0, WIDE, 0, 0)
      stops.forEach((colour, n) => run.addColorStop(n / Math.max(1, stops.length - 1), colour))
      context.fillStyle = run
      context.fillRect(0, 0, WIDE, WIDE)
    },
    box(x, up, w, h, colour, round = 0) {
      context.fillStyle = colour
      context.beginPath()
      context.roundRect(x * WIDE, y(up + h), w * WIDE, h * WIDE, round * WIDE)
      context.fill()
    },
    disc(x, up, r, colour, flat = 1) {
      context.fillStyle = colour
      context.beginPath()
      context.ellipse(x * WIDE, y(up), r * WIDE, r * flat * WIDE, 0, 0, Math.PI * 2)
      context.fill()
    },
    leaf(x, up, long, turn, colour) {
      context.save()
      context.translate(x * WIDE, y(up))
      context.rotate(turn)
      context.fillStyle = colour
      context.beginPath()
      context.ellipse(0, -long * WIDE * 0.5, long * WIDE * 0.2, long * WIDE * 0.5, 0, 0, 7)
      context.fill()
      context.restore()
    },
    line(points, wide, colour) {
      context.strokeStyle = colour
      context.lineWidth = wide * WIDE
      context.lineCap = 'round'
      context.beginPath()
      points.forEach(([px, up], n) => context[n ? 'lineTo' : 'moveTo'](px * WIDE, y(up)))
      context.stroke()
    },
    glow(x, up, r, colour) {
      const run = context.createRadialGradient(x * WIDE, y(up), 0, x * WIDE, y(up), r * WIDE)
      run.addColorStop(0, colour)
      run.addColorStop(1, 'rgba(0,0,0,0)')
      context.globalCompositeOperation = 'screen'
      context.fillStyle = run
      context.fillRect(0, 0, WIDE, WIDE)
      context.globalCompositeOperation = 'source-over'
    },
  }
  return pen
}

const greens = ['#7d9456', '#93a968', '#5f7a45', '#a9b87c', '#4e693c', '#bcc68f']

function foliage(pen, chance, [x, up, w, h], count, colours = greens, size = [0.03, 0.09]) {
  for (let n = 0; n < count; n++) {
    const r = chance.between(...size)
    pen.disc(x + chance.next() * w, up + chance.next() * h, r, chance.pick(colours), 0.8)
  }
}

function bush(pen, chance, x, foot, size, colour) {
  const tints = [colour, '#8fa079', '#a9b592', colour]
  for (let n = 0; n < 17; n++) {
    const turn = (n / 16 - 0.5) * 2.6 + chance.between(-0.2, 0.2)
    const out = size * chance.between(0.25, 0.85)
    const [sx, sy] = [x + Math.sin(turn) * out, foot + Math.cos(turn) * out]
    pen.line(
      [
        [x, foot],
        [sx, sy],
      ],
      0.004,
      '#7d8663',
    )
    pen.leaf(
      sx,
      sy - size * 0.12,
      size * chance.between(0.25, 0.4),
      turn + chance.between(-0.5, 0.5),
      tints[n % 4],
    )
  }
}

function bottles(pen, chance, x, foot, count, colours, size = 0.09) {
  for (let n = 0; n < count; n++) {
    const w = size * chance.between(0.4, 0.75)
    pen.box(x, foot, w, size * chance.between(0.8, 1.7), chance.pick(colours), 0.012)
    x += w + size * chance.between(0.12, 0.35)
  }
}

function books(pen, chance, x, foot, wide, colours) {
  for (let end = x + wide; x < end;) {
    const w = chance.between(0.016, 0.034)
    pen.box(x, foot, w - 0.003, chance.between(0.11, 0.16), chance.pick(colours))
    x += w
  }
}

const spines = [
  '#b4553a',
  '#e6d9c2',
  '#2a5158',
  '#cf9a2e',
  '#8a9a82',
  '#d7b7a5',
  '#6b4a3a',
  '#efe7d8',
]

/** Sun through a window with a garden behind it. */
function sunnyWindow(pen, chance, [x, up, w, h], frame = '#f1ebdf') {
  pen.blur(1.3).box(x, up, w, h, '#f7f3e2')
  pen.blur(2.2)
  foliage(pen, chance, [x, up, w, h * 0.55], 26, ['#b9c792', '#cdd6a8', '#a3b67a', '#dfe3bf'])
  pen.blur(3)
  pen.box(x, up + h * 0.6, w, h * 0.4, '#fdf9ec')
  pen.blur(0.9)
  const bar = 0.022
  for (const at of [x - bar, x + w / 2 - bar / 2, x + w])
    pen.box(at, up - bar, bar, h + bar * 2, frame)
  for (const at of [up - bar, up + h * 0.56, up + h]) pen.box(x - bar, at, w + bar * 2, bar, frame)
  pen.box(x - 0.06, up - 0.05, w + 0.12, 0.032, '#e6dccb')
}

const walls = {
  plain(pen, chance, tone) {
    pen.shade(tone, tone)
  },
  window(pen, chance) {
    pen.shade('#b9a78d', '#d6c8b1', '#e3d8c5')
    sunnyWindow(pen, chance, [0.1, 0.12, 0.48, 0.9])
    pen.blur(1.6)
    for (let n = 0; n < 7; n++)
      pen.box(0.62 + n * 0.026, 0, 0.02, 1.2, n % 2 ? '#ece2d0' : '#dccfb9')
    pen.blur(1.2)
    pen.box(0.84, 0.0, 0.16, 0.06, '#a77b54')
    bush(pen, chance, 0.92, 0.2, 0.24, '#66814f')
    pen.box(0.87, 0.05, 0.1, 0.14, '#b5674a', 0.01)
    pen.glow(0.3, 0.6, 0.6, 'rgba(255,240,205,0.35)')
  },
  terraceDoor(pen, chance) {
    pen.shade('#8e7f6b', '#cbbda6', '#dfd4c1')
    sunnyWindow(pen, chance, [0.48, 0.02, 0.46, 1.1], '#e9e0d0')
    pen.blur(1.3)
    pen.box(0.08, 0.34, 0.24, 0.3, '#efe8da')
    pen.box(0.1, 0.36, 0.2, 0.26, '#c98f6c')
    pen.disc(0.2, 0.48, 0.06, '#e9cfae')
    pen.blur(1.5)
    pen.box(0.1, 0, 0.12, 0.1, '#8f5b40', 0.01)
    bush(pen, chance, 0.16, 0.1, 0.3, '#5d7a4b')
    pen.glow(0.72, 0.6, 0.65, 'rgba(255,238,205,0.4)')
  },
  kitchen(pen, chance) {
    pen.shade('#c9c3b2', '#dcd7c9', '#e6e2d6')
    pen.blur(0.7)
    for (let row = 0; row < 7; row++) {
      for (let n = -1; n < 9; n++) {
        const light = 226 + Math.round(chance.between(-6, 8))
        pen.box(
          n * 0.13 + (row % 2) * 0.065,
          row * 0.066,
          0.124,
          0.06,
          `rgb(${light},${light - 4},${light - 16})`,
        )
      }
    }
    pen.blur(1.3).box(0, 0.47, 1, 0.026, '#9a6f47')
    bottles(
      pen,
      chance,
      0.05,
      0.496,
      5,
      ['#d8b27a', '#efe6d4', '#8aa08b', '#b4694a', '#c9b48c'],
      0.11,
    )
    bottles(pen, chance, 0.62, 0.496, 4, ['#e9dfcc', '#6f8c86', '#cfa44e', '#efe6d4'], 0.11)
    bush(pen, chance, 0.5, 0.56, 0.15, '#6d8a55')
    pen.box(0.46, 0.496, 0.08, 0.075, '#c8795a', 0.01)
    pen.box(0.06, 0, 0.13, 0.22, '#b98d5f', 0.02)
    pen.box(0.16, 0, 0.1, 0.17, '#8c5f3e', 0.02)
    pen.glow(0.85, 0.75, 0.6, 'rgba(255,236,200,0.45)')
  },
  study(pen, chance) {
    pen.shade('#8b948d', '#a9b1a8', '#bac1b6')
    pen.blur(1.2)
    for (const [x, up, w] of [
      [0.04, 0.44, 0.42],
      [0.55, 0.66, 0.42],
    ]) {
      pen.box(x, up, w, 0.022, '#a9794e')
      books(pen, chance, x + 0.03, up + 0.022, w * 0.55, spines)
      bush(pen, chance, x + w * 0.82, up + 0.08, 0.13, '#57744e')
      pen.box(x + w * 0.75, up + 0.022, 0.065, 0.07, '#e6dccb', 0.01)
    }
    pen.box(0.6, 0.2, 0.3, 0.32, '#efe9dd')
    pen.box(0.625, 0.225, 0.25, 0.27, '#cfd8d0')
    pen.disc(0.72, 0.33, 0.06, '#d9805a')
    pen.box(0.625, 0.225, 0.25, 0.06, '#7f9486')
    pen.glow(0.02, 0.7, 0.7, 'rgba(255,238,205,0.5)')
  },
  evening(pen, chance) {
    pen.shade('#33262a', '#4a3836', '#3b3031', '#2b2529')
    pen.blur(1.2)
    pen.box(0.54, 0.26, 0.4, 0.8, '#26344e')
    pen.blur(2.4).box(0.54, 0.26, 0.4, 0.24, '#4d5a78')
    pen.blur(0.8)
    for (let n = 0; n < 15; n++) {
      pen.disc(
        chance.between(0.56, 0.92),
        chance.between(0.28, 0.55),
        chance.between(0.006, 0.017),
        `rgba(255,${190 + Math.round(chance.next() * 40)},130,${chance.between(0.35, 0.8)})`,
      )
    }
    pen.blur(1)
    for (const x of [0.525, 0.73, 0.925]) pen.box(x, 0.24, 0.022, 0.9, '#5a463f')
    for (const up of [0.235, 0.7]) pen.box(0.52, up, 0.43, 0.022, '#5a463f')
    pen.box(0.08, 0.4, 0.24, 0.3, '#6b4f3c')
    pen.box(0.1, 0.42, 0.2, 0.26, '#8a6048')
    pen.disc(0.2, 0.52, 0.05, '#c08a5c')
    pen.glow(0.16, 0.5, 0.6, 'rgba(255,176,96,0.38)')
  },
  bath(pen, chance) {
    pen.shade('#b9c1b8', '#cdd3c9', '#dde0d8')
    pen.blur(0.7)
    for (let row = 0; row < 11; row++) {
      for (let n = 0; n < 11; n++) {
        const light = 205 + Math.round(chance.between(-6, 7))
        pen.box(n * 0.1, row * 0.1, 0.095, 0.095, `rgb(${light - 8},${light + 2},${light - 8})`)
      }
    }
    pen.blur(1.3)
    pen.box(0.6, 0.62, 0.4, 0.014, '#c5a15c')
    pen.box(0.68, 0.16, 0.2, 0.47, '#efe8db', 0.01)
    pen.box(0.68, 0.24, 0.2, 0.03, '#d9bfa7')
    pen.disc(0.22, 0.62, 0.25, '#b88f58')
    pen.disc(0.22, 0.62, 0.235, '#e8ece6')
    bush(pen, chance, 0.06, 0.14, 0.3, '#6f8d63')
    pen.box(0.0, 0, 0.12, 0.14, '#e4d5c0', 0.01)
    pen.glow(0.2, 0.75, 0.7, 'rgba(255,248,230,0.4)')
  },
  playroom(pen, chance) {
    pen.shade('#d9c9b4', '#eadfce', '#f1e8da')
    pen.blur(1.1)
    pen.box(0, 0, 1, 0.05, '#f6f0e5')
    for (let n = 0; n < 9; n++) {
      const x = n * 0.12
      const up = 0.86 - Math.sin((n / 8) * Math.PI) * 0.1
      pen.leaf(x + 0.03, up - 0.11, 0.11, 0, ['#d98a6a', '#e3bf5f', '#8fb3a6', '#b9a7cf'][n % 4])
    }
    pen.blur(1.3)
    pen.box(0.56, 0.05, 0.4, 0.42, '#c99f6e', 0.01)
    pen.box(0.58, 0.08, 0.17, 0.17, '#8d6a45')
    pen.box(0.77, 0.08, 0.17, 0.17, '#e6d9c4')
    pen.box(0.58, 0.28, 0.36, 0.16, '#8d6a45')
    books(pen, chance, 0.6, 0.285, 0.2, spines)
    pen.disc(0.88, 0.34, 0.05, '#e0a23e')
    pen.box(0.6, 0.09, 0.12, 0.1, '#8fb3a6', 0.02)
    pen.disc(0.7, 0.53, 0.06, '#d98a6a')
    pen.box(0.82, 0.47, 0.07, 0.13, '#6f9c94', 0.02)
    pen.disc(0.2, 0.42, 0.16, '#f6efe2')
    for (const [r, colour] of [
      [0.2, '#d98a6a'],
      [0.16, '#e3bf5f'],
      [0.12, '#8fb3a6'],
      [0.08, '#efe6d6'],
    ])
      pen.disc(0.24, 0.05, r, colour)
    pen.glow(0.05, 0.75, 0.7, 'rgba(255,244,214,0.45)')
  },
  garden(pen, chance) {
    pen.shade('#6f8547', '#93a65e', '#c9d19c', '#f4efcf', '#f7f0d8')
    pen.blur(3)
    foliage(
      pen,
      chance,
      [0, 0.0, 1, 0.3],
      40,
      ['#5a7440', '#6d8748', '#48613a', '#819a55'],
      [0.05, 0.12],
    )
    foliage(
      pen,
      chance,
      [0, 0.5, 1, 0.55],
      44,
      ['#a3b66c', '#bcc886', '#8ca159', '#d7dba9'],
      [0.04, 0.12],
    )
    pen.blur(1.9)
    pen.line(
      [
        [0.8, 0],
        [0.83, 0.45],
        [0.8, 1],
      ],
      0.055,
      '#6e5b42',
    )
    pen.line(
      [
        [0.82, 0.4],
        [0.95, 0.75],
      ],
      0.025,
      '#77634a',
    )
    pen.blur(0.9)
    for (let n = 0; n < 34; n++)
      pen.disc(
        chance.next(),
        chance.between(0.35, 1),
        chance.between(0.012, 0.04),
        `rgba(255,247,205,${chance.between(0.12, 0.4)})`,
      )
    pen.blur(1.4)
    for (let n = 0; n < 16; n++)
      pen.disc(
        chance.between(0, 0.6),
        chance.between(0.03, 0.2),
        chance.between(0.012, 0.026),
        chance.pick(['#d98fa0', '#f1e6ef', '#c9a2cc', '#e8c15f']),
      )
    pen.glow(0.22, 0.85, 0.8, 'rgba(255,240,190,0.6)')
  },
  dusk(pen, chance) {
    pen.shade('#2b2a33', '#4a4150', '#8b6468', '#d79a72', '#6d6d8b', '#3d4a6b')
    pen.blur(2.2)
    foliage(pen, chance, [0, -0.03, 1, 0.2], 40, ['#232a2a', '#2b332e', '#1d2323'], [0.05, 0.11])
    pen.blur(1.5)
    pen.line(
      [
        [0.16, 0],
        [0.18, 0.8],
      ],
      0.035,
      '#2a2626',
    )
    foliage(
      pen,
      chance,
      [-0.05, 0.62, 0.42, 0.4],
      22,
      ['#25302d', '#2f3a33', '#1f2827'],
      [0.05, 0.1],
    )
    pen.blur(0.7)
    for (let n = 0; n < 13; n++) {
      const x = n / 12
      pen.disc(x, 0.74 - Math.sin(x * Math.PI) * 0.15, 0.016, 'rgba(255,205,135,0.95)')
    }
    for (let n = 0; n < 13; n++)
      pen.glow(n / 12, 0.74 - Math.sin((n / 12) * Math.PI) * 0.15, 0.06, 'rgba(255,180,100,0.4)')
  },
  sea(pen, chance) {
    pen.shade('#cdb48c', '#d9c6a0', '#e2d5b6')
    pen.blur(1.4)
    pen.box(-0.1, 0.24, 1.2, 0.9, '#d3e0e4')
    pen.box(-0.1, 0.24, 1.2, 0.12, '#7fa7b5')
    pen.box(-0.1, 0.24, 1.2, 0.025, '#eef2ee')
    pen.blur(2.6)
    for (let n = 0; n < 8; n++)
      pen.disc(chance.next(), chance.between(0.6, 0.95), chance.between(0.06, 0.14), '#f0f3f1', 0.3)
    pen.blur(1.5)
    for (let n = 0; n < 46; n++)
      pen.leaf(
        chance.between(0.55, 1.05),
        chance.between(0, 0.06),
        chance.between(0.12, 0.3),
        chance.between(-0.5, 0.4),
        chance.pick(['#a9a66c', '#c3bb83', '#8b8d59']),
      )
    pen.glow(0.2, 0.8, 0.7, 'rgba(255,246,222,0.5)')
  },
  mountains(pen, chance) {
    pen.shade('#8ba0a6', '#b9cbd3', '#d5e0e4', '#e9eef0')
    pen.blur(1.2)
    const ridge = (foot, high, colour, step) => {
      for (let x = -0.1; x < 1.2; x += step) {
        const h = high * chance.between(0.55, 1)
        for (let n = 0; n < 24; n++)
          pen.box(
            x - step * (1 - n / 24),
            foot + (h * n) / 24,
            step * 2 * (1 - n / 24),
            h / 20,
            colour,
          )
      }
    }
    ridge(0.1, 0.6, '#9fb2be', 0.3)
    ridge(0.05, 0.38, '#7c949c', 0.22)
    pen.blur(1.7)
    for (let n = 0; n < 40; n++)
      pen.leaf(
        n / 38,
        -0.02,
        chance.between(0.1, 0.24),
        0,
        chance.pick(['#3f5a4c', '#4d6a56', '#35503f']),
      )
    pen.glow(0.8, 0.8, 0.7, 'rgba(255,244,214,0.45)')
  },
  station(pen, chance) {
    pen.shade('#6d6a66', '#a9a49b', '#cfc8bb', '#ded8cc')
    pen.blur(1.6)
    pen.box(0, 0.28, 1, 0.34, '#8fa3a8')
    for (let n = 0; n < 5; n++) pen.box(n * 0.22 + 0.02, 0.36, 0.18, 0.2, '#e9efee', 0.02)
    pen.box(0, 0.24, 1, 0.05, '#c9694a')
    pen.blur(1.2)
    pen.box(0.1, 0, 0.03, 1.1, '#3f4644')
    pen.box(0.86, 0, 0.03, 1.1, '#3f4644')
    pen.box(-0.1, 0.84, 1.2, 0.06, '#565c58')
    pen.disc(0.7, 0.72, 0.07, '#f2eee4')
    pen.glow(0.4, 0.95, 0.7, 'rgba(255,244,220,0.5)')
  },
  bedroom(pen, chance) {
    pen.shade('#b8a18f', '#cdb9a7', '#d8c8b8')
    pen.blur(1.6)
    pen.box(0.3, 0, 0.8, 0.34, '#a67c58', 0.02)
    pen.blur(2)
    pen.box(0.36, 0.06, 0.3, 0.22, '#f0e9dd', 0.06)
    pen.box(0.68, 0.05, 0.3, 0.22, '#e6dccb', 0.06)
    pen.box(0.28, -0.05, 0.9, 0.13, '#8ea09b', 0.04)
    pen.blur(1.2)
    pen.box(0.5, 0.5, 0.34, 0.26, '#efe7da')
    pen.box(0.52, 0.52, 0.3, 0.22, '#9fb0aa')
    pen.disc(0.62, 0.6, 0.05, '#e6c48a')
    pen.glow(0.05, 0.6, 0.7, 'rgba(255,235,200,0.5)')
  },
}
