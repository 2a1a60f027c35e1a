import * as THREE from 'three'
import { hue } from '../stage/palette.js'
import { print } from '../stage/printing.js'
import { along, ball, block, copies, group, mesh, place, sheet, surface } from '../stage/shaping.js'
import { card, fabric, leaf, metal, paper, printed } from '../stage/surfaces.js'
import { cardMotifs } from './card-motifs.js'
import { leafBlade } from './vessels.js'

export const satinRibbon = (colour) => {
  const material = ['gold', 'silver', 'copper'].includes(colour)
    ? metal(colour, { rough: 0.42 })
    : fabric(colour, 'twill', { depth: 0.15 })
  material.roughness = 0.5
  return material
}

/** A bow lying on its knot, loops left and right. */
export function bow(colour = 'red', size = 1) {
  const material = satinRibbon(colour)
  const loop = (s, lift, wide) =>
    along(
      [
        [0, 0.02, 0],
        [s * 0.3 * wide, 0.2 * lift, 0.03],
        [s * 0.62 * wide, 0.34 * lift, 0.02],
        [s * 0.78 * wide, 0.22 * lift, -0.02],
        [s * 0.6 * wide, 0.06 * lift, -0.04],
        [s * 0.28 * wide, 0.04, -0.02],
        [0, 0.03, 0],
      ],
      (t) => [0.14 * (0.45 + 0.55 * Math.sin(Math.PI * t)), 0.011],
      material,
      { up: [0, 0, 1], steps: 60, flatEnds: true },
    )
  const tail = (s, z) =>
    along(
      [
        [0, 0.05, 0],
        [s * 0.22, 0.08, 0.1 + z],
        [s * 0.5, 0.03, 0.3 + z],
        [s * 0.75, 0.025, 0.46 + z],
      ],
      (t) => [0.09 + 0.03 * t, 0.01],
      material,
      { up: [s * 0.55, 0.1, -0.8], steps: 30, flatEnds: true },
    )
  return place(
    group(
      loop(1, 1, 1),
      loop(-1, 1, 1),
      place(group(loop(1, 1.2, 0.78)), { turn: [0, 0.5, 0] }),
      place(group(loop(-1, 1.2, 0.78)), { turn: [0, -0.5, 0] }),
      tail(1, 0),
      tail(-1, 0.04),
      block(material, [0.17, 0.15, 0.2], [0, 0.01, 0], 0.06),
    ),
    { scale: size },
  )
}

/** Ribbon around a box of the given outer size. */
export function ribbonOn(w, h, d, colour, { single = false, x = 0, wide = 0.16 } = {}) {
  const material = satinRibbon(colour)
  return [
    block(material, [wide, h + 0.012, d + 0.014], [x, -0.003, 0], 0.008),
    !single && block(material, [w + 0.014, h + 0.013, wide], [0, -0.003, 0], 0.008),
  ]
}

/** A wrapped box with ribbon and bow, standing at the origin. */
export function wrappedBox(
  [w, h, d],
  colour,
  ribbon,
  { motif = 'plain', withBow = true, tag } = {},
) {
  const cover =
    motif === 'plain'
      ? paper(colour)
      : printed(wrapping(motif, colour, tag ?? 'ivory'), { rough: 0.85 })
  const small = Math.min(w, d)
  return [
    block(cover, [w, h, d], [0, 0, 0], 0.015),
    // The folded ends of the paper.
    [-1, 1].map((s) =>
      mesh(triangle(d * 0.94, h * 0.52), card(colour, 0.9), {
        at: [s * (w / 2 + 0.002), h * 0.03, 0],
        turn: [0, (s * Math.PI) / 2, 0],
      }),
    ),
    ribbonOn(w, h, d, ribbon, { wide: small * 0.12 }),
    withBow && place(group(bow(ribbon, small * 0.6)), { at: [0, h, 0], turn: [0, 0.5, 0] }),
  ]
}

function triangle(base, high) {
  const shape = new THREE.Shape([
    new THREE.Vector2(-base / 2, 0),
    new THREE.Vector2(base / 2, 0),
    new THREE.Vector2(0, high),
  ])
  return new THREE.ShapeGeometry(shape)
}

function wrapping(motif, colour, second) {
  return print(1, 1, (pen, w) => {
    pen.fill(colour)
    const motifs = {
      dots: () => {
        for (let n = 0; n < 64; n++)
          pen.dot(
            ((n % 8) + 0.5 + (Math.floor(n / 8) % 2) * 0.5) * (w / 8),
            (Math.floor(n / 8) + 0.5) * (w / 8),
            w * 0.018,
            second,
          )
      },
      stripes: () => {
        for (let n = 0; n < 10; n++) pen.box((n * w) / 10, 0, w / 26, w, second)
      },
      stars: () => {
        for (let n = 0; n < 36; n++) {
          const [x, y] = [
            ((n % 6) + 0.5 + (Math.floor(n / 6) % 2) * 0.5) * (w / 6),
            (Math.floor(n / 6) + 0.5) * (w / 6),
          ]
          pen.area(
            Array.from({ length: 10 }, (_, k) => [
              x + Math.sin(k * 0.6283) * w * (k % 2 ? 0.012 : 0.03),
              y - Math.cos(k * 0.6283) * w * (k % 2 ? 0.012 : 0.03),
            ]),
            second,
          )
        }
      },
      sprigs: () => {
        for (let n = 0; n < 25; n++) {
          const [x, y] = [
            ((n % 5) + 0.5 + (Math.floor(n / 5) % 2) * 0.5) * (w / 5),
            (Math.floor(n / 5) + 0.5) * (w / 5),
          ]
          pen.line(
            [
              [x, y + w * 0.05],
              [x, y - w * 0.05],
            ],
            second,
            w * 0.004,
          )
          for (const s of [-1, 1])
            for (let k = 0; k < 3; k++)
              pen.line(
                [
                  [x, y + w * (0.03 - k * 0.03)],
                  [x + s * w * 0.028, y + w * (0.005 - k * 0.03)],
                ],
                second,
                w * 0.009,
              )
        }
      },
    }
    ;(motifs[motif] ?? motifs.dots)()
  })
}

/** One or several wrapped presents; colour, ribbon, motif plain|dots|stripes|stars|sprigs, arrangement single|tall|stack|trio, tag */
export function giftBox({
  colour = 'forest',
  ribbon = 'gold',
  motif = 'plain',
  second = 'cream',
  arrangement = 'single',
  sprig = true,
} = {}) {
  const one = (size, tint, tie, m = motif) =>
    group(wrappedBox(size, tint, tie, { motif: m, tag: second }))
  const kinds = {
    single: () => [one([1.6, 0.9, 1.6], colour, ribbon)],
    tall: () => [one([1.1, 1.7, 1.1], colour, ribbon)],
    stack: () => [
      group(wrappedBox([1.8, 0.7, 1.8], colour, ribbon, { motif, tag: second, withBow: false })),
      place(group(wrappedBox([1.35, 0.6, 1.35], second, ribbon, { withBow: false })), {
        at: [0.02, 0.705, 0],
        turn: [0, 0.2, 0],
      }),
      place(one([0.9, 0.5, 0.9], colour, ribbon), { at: [0, 1.31, 0], turn: [0, -0.15, 0] }),
    ],
    trio: () => [
      place(one([1.3, 1.1, 1.3], colour, ribbon), { at: [-0.45, 0, -0.4], turn: [0, 0.2, 0] }),
      place(one([1.1, 0.6, 0.9], second, ribbon, 'plain'), {
        at: [0.9, 0, 0.25],
        turn: [0, -0.35, 0],
      }),
      place(one([0.6, 0.6, 0.6], '#b88d5f', ribbon, 'plain'), {
        at: [-0.25, 0, 0.85],
        turn: [0, 0.4, 0],
      }),
    ],
  }
  const twig =
    sprig &&
    arrangement !== 'trio' &&
    place(group(firSprig()), {
      at: [0.2, { single: 0.92, tall: 1.72, stack: 1.83 }[arrangement] ?? 0.9, 0.12],
      turn: [0, -0.6, 0.05],
      scale: 0.55,
    })
  return {
    group: group((kinds[arrangement] ?? kinds.single)(), twig),
    ground: 'warm',
    camera: { always: { above: 26, around: 30 } },
  }
}

/** A sprig of fir with red berries. */
export function firSprig(long = 1.1, berries = true) {
  const needles = copies(60, (n) => {
    const t = n / 60
    const s = n % 2 ? 1 : -1
    return place(mesh(leafBlade(0.1), leaf(n % 3 ? '#35573a' : '#446b48', 0.6)), {
      at: [t * long, 0.05, 0],
      turn: [s * 0.2, s * 0.85, 0.12 * ((n % 5) - 1)],
      scale: 0.34 * (1.05 - t * 0.6),
    })
  })
  return [
    along(
      [
        [0, 0.04, 0],
        [long * 0.5, 0.06, 0.02],
        [long, 0.05, 0],
      ],
      0.014,
      leaf('#5b4630', 0.8),
      { steps: 12, ring: 6 },
    ),
    needles,
    berries &&
      copies(3, (n) =>
        place(ball(0.06, fabric('red', 'felt')), {
          at: [0.08 + n * 0.07, 0.09 + (n % 2) * 0.05, 0.07 - n * 0.06],
        }),
      ),
  ]
}

/** Present with a lid that opens from 0 to 1; used by the welcome film. */
export function openingBox({
  colour = 'terracotta',
  ribbon = 'cream',
  opening = 0,
  inside = '#f3e3c6',
} = {}) {
  const cover = card(colour, 0.8)
  const [w, h, d] = [1.7, 1.15, 1.7]
  const wall = 0.05
  const sides = [
    block(cover, [w, wall, d], [0, 0, 0], 0.01),
    ...[-1, 1].flatMap((s) => [
      block(cover, [wall, h, d], [(s * (w - wall)) / 2, 0, 0], 0.012),
      block(cover, [w, h, wall], [0, 0, (s * (d - wall)) / 2], 0.012),
    ]),
  ]
  const bands = [
    ...[-1, 1].map((s) =>
      block(satinRibbon(ribbon), [0.2, h, 0.012], [0, 0, s * (d / 2 + 0.005)], 0.004),
    ),
    ...[-1, 1].map((s) =>
      block(satinRibbon(ribbon), [0.012, h, 0.2], [s * (w / 2 + 0.005), 0, 0], 0.004),
    ),
  ]
  const untied = Math.min(1, opening / 0.35)
  const lift = Math.max(0, (opening - 0.3) / 0.7)
  const ease = lift * lift * (3 - 2 * lift)
  const lid = group(
    block(cover, [w + 0.1, 0.26, d + 0.1], [0, 0, 0], 0.015),
    ribbonOn(w + 0.1, 0.26, d + 0.1, ribbon, { wide: 0.2 }),
    place(group(bow(ribbon, 1 - untied * 0.12)), {
      at: [0, 0.265, 0],
      turn: [0, 0.5 + untied * 0.25, 0],
      scale: [1 + untied * 0.25, 1 - untied * 0.45, 1],
    }),
  )
  // Up, over to the right, and down to lean against the box.
  const over = Math.max(0, Math.min(1, (ease - 0.25) / 0.75))
  const glide = over * over * (3 - 2 * over)
  const up = h - 0.1 + Math.min(1, ease / 0.35) * 0.75
  const swing = place(lid, {
    at: [glide * 1.05, up + (0.84 - up) * glide + Math.sin(glide * Math.PI) * 0.35, 0],
    turn: [0, 0, -glide * 1.134],
  })
  const tissue =
    ease > 0.02 &&
    copies(14, (n) => {
      const a = (n / 14) * 6.2832
      return surface(
        (u, v) => {
          const r = 0.62 - 0.2 * v * (1 - ease)
          const x = Math.cos(a + (u - 0.5) * 0.6) * r * (1 + v * 0.18 * ease)
          const z = Math.sin(a + (u - 0.5) * 0.6) * r * (1 + v * 0.18 * ease)
          const limit = w / 2 - 0.07
          return [
            Math.max(-limit, Math.min(limit, x)) * (v > 0.5 ? 1 + 0.15 * ease * (v - 0.5) : 1),
            0.7 +
              v * (0.42 + 0.25 * ease * (0.8 + 0.2 * Math.sin(n * 5))) +
              0.05 * Math.sin(u * 7 + n),
            Math.max(-limit, Math.min(limit, z)) * (v > 0.5 ? 1 + 0.15 * ease * (v - 0.5) : 1),
          ]
        },
        10,
        10,
        paper(inside),
      )
    })
  return { group: group(sides, bands, swing, tissue), ease }
}

/** kind envelope|card|ticket|voucher, colour, accent, text, line */
export function voucherCard({
  kind = 'card',
  colour = 'petrol',
  accent = 'mustard',
  text = 'Een dag weg',
  line = 'Dagverlof',
  motif = 'waves',
  envelope = 'cream',
} = {}) {
  const ticket = kind === 'ticket'
  const ink = new THREE.Color(hue(colour)).getHSL({}).l > 0.28 ? 'charcoal' : 'ivory'
  const art = print(
    ticket ? 2.16 : 1.586,
    1,
    (pen, w, h) => {
      pen.fill(colour)
      drawMotif(pen, w, h, motif, accent, { ground: colour, middle: ticket ? 0.6 : 0.72 })
      pen.text(text, w * 0.08, h * 0.24, h * 0.125, ink, {
        font: 'softbold',
        align: 'left',
        most: w * 0.8,
      })
      pen.text(line, w * 0.08, h * 0.35, h * 0.07, ink, {
        font: 'soft',
        align: 'left',
        most: w * 0.8,
      })
      if (ticket)
        for (let n = 0; n < 12; n++) pen.dot(w * 0.84, h * (0.04 + n * 0.084), h * 0.014, ink)
    },
    { dots: 1000 },
  )
  const flat = (w, d, thick = 0.03) =>
    place(
      group(
        block(card(colour, 0.5), [w, thick, d], [0, 0, 0], 0.012),
        sheet(w * 0.995, d * 0.995, printed(art, { rough: 0.35 }), {
          at: [0, thick + 0.001, 0],
          turn: [-Math.PI / 2, 0, 0],
        }),
      ),
    )
  const cover = (w, d) => [
    block(paper(envelope), [w, 0.05, d], [0, 0, 0], 0.02),
    mesh(flap(w * 0.98, d * 0.56), paper(envelope), {
      at: [0, 0.062, -d / 2],
      turn: [Math.PI / 2, 0, 0],
    }),
  ]
  const tilt = (part, at, turn) => place(group(part), { at, turn })
  const kinds = {
    card: () => [
      tilt(flat(2.38, 1.5), [0.12, 0.36, 0.2], [0.22, 0.18, 0.02]),
      tilt(cover(2.6, 1.75), [-0.2, 0, -0.05], [0, -0.12, 0]),
      tilt(block(paper(envelope), [0.3, 0.36, 0.2], [0, 0, 0], 0.05), [0.1, 0, -0.3], [0, 0, 0]),
    ],
    envelope: () => [
      tilt(cover(2.6, 1.75), [0, 0, 0], [0, 0.1, 0]),
      tilt(
        place(mesh(new THREE.CylinderGeometry(0.2, 0.22, 0.06, 36), card(accent, 0.3))),
        [0.0, 0.09, 0.08],
        [0, 0, 0],
      ),
      tilt(flat(2.38, 1.5), [0.75, 0.055, 1.05], [0, -0.18, 0]),
    ],
    ticket: () => [
      tilt(flat(2.7, 1.25, 0.02), [0, 0, 0], [0, 0.22, 0]),
      tilt(flat(2.7, 1.25, 0.02), [0.3, 0.025, 0.66], [0, -0.04, 0]),
    ],
    box: () => [
      block(card(colour, 0.5), [2.5, 0.28, 1.7], [0, 0, 0], 0.02),
      tilt(flat(2.2, 1.39), [0, 0.285, 0], [0, 0.0, 0]),
      place(
        group(
          ribbonOn(2.5, 0.285, 1.7, accent, { single: true, x: 0.95, wide: 0.16 }),
          place(group(bow(accent, 0.62)), { at: [0.95, 0.3, 0.35], turn: [0, 1.2, 0] }),
        ),
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.card)()),
    ground: 'linen',
    camera: { always: { above: 46, around: 16 }, detail: { above: 36, aim: [0.6, 0.9, 0.6] } },
  }
}

function flap(w, d) {
  return new THREE.ShapeGeometry(
    new THREE.Shape([
      new THREE.Vector2(-w / 2, 0),
      new THREE.Vector2(w / 2, 0),
      new THREE.Vector2(0.06, d),
      new THREE.Vector2(-0.06, d),
    ]),
  )
}

function drawMotif(pen, w, h, motif, accent, { ground, middle }) {
  if (motif in cardMotifs) {
    const { context } = pen
    context.save()
    context.translate(w * middle, h * 0.62)
    context.scale(h * 0.27, h * 0.27)
    cardMotifs[motif]({ ...pen, ground }, accent)
    context.restore()
    return
  }

  const motifs = {
    waves: () => {
      for (let n = 0; n < 5; n++) {
        const points = []
        for (let k = 0; k <= 60; k++)
          points.push([(k / 60) * w, h * (0.62 + n * 0.085) + Math.sin(k * 0.32 + n) * h * 0.03])
        pen.line(points, accent, h * 0.014)
      }
    },
    sun: () => {
      pen.dot(w * 0.76, h * 0.66, h * 0.2, accent)
      for (let n = 0; n < 20; n++) {
        const a = (n / 20) * 6.2832
        pen.line(
          [
            [w * 0.76 + Math.cos(a) * h * 0.25, h * 0.66 + Math.sin(a) * h * 0.25],
            [w * 0.76 + Math.cos(a) * h * 0.31, h * 0.66 + Math.sin(a) * h * 0.31],
          ],
          accent,
          h * 0.014,
        )
      }
    },
    mountains: () => {
      pen.area(
        [
          [0, h],
          [w * 0.25, h * 0.5],
          [w * 0.42, h * 0.78],
          [w * 0.66, h * 0.42],
          [w, h * 0.86],
          [w, h],
        ],
        accent,
      )
      pen.area(
        [
          [w * 0.66, h * 0.42],
          [w * 0.59, h * 0.53],
          [w * 0.64, h * 0.58],
          [w * 0.68, h * 0.54],
          [w * 0.73, h * 0.57],
          [w * 0.75, h * 0.53],
        ],
        'ivory',
      )
    },
    leaves: () => {
      for (let n = 0; n < 9; n++) {
        pen.context.save()
        pen.context.translate(w * (0.5 + n * 0.055), h * (0.92 - n * 0.045))
        pen.context.rotate(n % 2 ? 0.6 : -1.3)
        pen.context.scale(1, 0.38)
        pen.dot(h * 0.1, 0, h * 0.1, accent)
        pen.context.restore()
      }
    },
    plate: () => {
      pen.dot(w * 0.74, h * 0.68, h * 0.24, 'ivory')
      pen.dot(w * 0.74, h * 0.68, h * 0.155, accent)
      pen.line(
        [
          [w * 0.53, h * 0.46],
          [w * 0.53, h * 0.9],
        ],
        'ivory',
        h * 0.022,
      )
      pen.line(
        [
          [w * 0.95, h * 0.46],
          [w * 0.95, h * 0.9],
        ],
        'ivory',
        h * 0.022,
      )
    },
    stars: () => {
      for (let n = 0; n < 26; n++)
        pen.dot(
          ((n * 0.618) % 1) * w,
          h * (0.46 + ((n * 0.377) % 1) * 0.5),
          h * (0.006 + (n % 4) * 0.005),
          accent,
        )
    },
    bubbles: () => {
      for (let n = 0; n < 16; n++)
        pen.frame(
          ((n * 0.618) % 1) * w,
          h * (0.48 + ((n * 0.377) % 1) * 0.36),
          h * 0.06 * (1 + (n % 3)),
          h * 0.06 * (1 + (n % 3)),
          accent,
          h * 0.008,
          h,
        )
    },
    notes: () => {
      for (let n = 0; n < 5; n++)
        pen.line(
          [
            [0, h * (0.6 + n * 0.06)],
            [w, h * (0.56 + n * 0.06)],
          ],
          accent,
          h * 0.006,
        )
      for (let n = 0; n < 6; n++) {
        const [x, y] = [w * (0.15 + n * 0.14), h * (0.62 + ((n * 7) % 4) * 0.06)]
        pen.dot(x, y, h * 0.036, 'ivory')
        pen.line(
          [
            [x + h * 0.032, y],
            [x + h * 0.032, y - h * 0.2],
          ],
          'ivory',
          h * 0.011,
        )
      }
    },
  }
  ;(motifs[motif] ?? motifs.waves)()
}
