// Small drawings for cards and tickets, each within a unit circle at the right of the card.
const ring = (steps, r, [x, y] = [0, 0], from = 0, to = Math.PI * 2, high = 1) =>
  Array.from({ length: steps + 1 }, (_, n) => {
    const a = from + ((to - from) * n) / steps
    return [x + Math.cos(a) * r, y + Math.sin(a) * r * high]
  })

const waves = (pen, ink, low, rows) => {
  for (let n = 0; n < rows; n++)
    pen.line(
      Array.from({ length: 41 }, (_, k) => [
        k * 0.055 - 1.1,
        low + n * 0.2 + 0.05 * Math.sin(k * 0.6 + n),
      ]),
      ink,
      0.05,
    )
}

const cup = (pen, ink, [x, y], size) => {
  const p = ([a, b]) => [x + a * size, y + b * size]
  pen.area(
    [
      [-0.5, -0.3],
      [0.5, -0.3],
      ...ring(12, 0.42, [0, 0], 0, Math.PI).map(([a, b]) => [a, b * 1.1]),
    ].map(p),
    ink,
  )
  pen.line(ring(14, 0.22 * size, p([0.55, -0.02]), -1.5, 1.5), ink, 0.08 * size)
  pen.line([p([-0.62, 0.6]), p([0.62, 0.6])], ink, 0.08 * size)
  for (const s of [-0.2, 0.05, 0.3])
    pen.line(
      Array.from({ length: 12 }, (_, n) => p([s + 0.06 * Math.sin(n * 0.9), -0.45 - n * 0.05])),
      ink,
      0.05 * size,
    )
}

const stone = (pen, ink, y, wide) => pen.area(ring(30, wide, [0, y], 0, 6.2832, 0.36), ink)

const wine = (pen, ink, x, tilt) => {
  const p = ([a, b]) => [
    x + a * Math.cos(tilt) - b * Math.sin(tilt),
    a * Math.sin(tilt) + b * Math.cos(tilt),
  ]
  pen.line(
    [
      [-0.34, -0.9],
      [-0.36, -0.35],
      [-0.2, -0.05],
      [0, 0],
      [0.2, -0.05],
      [0.36, -0.35],
      [0.34, -0.9],
    ].map(p),
    ink,
    0.06,
  )
  pen.area(
    [
      [-0.32, -0.42],
      [0.32, -0.42],
      [0.18, -0.1],
      [0, -0.05],
      [-0.18, -0.1],
    ].map(p),
    ink,
  )
  pen.line(
    [
      [0, 0],
      [0, 0.75],
    ].map(p),
    ink,
    0.06,
  )
  pen.line(
    [
      [-0.28, 0.78],
      [0.28, 0.78],
    ].map(p),
    ink,
    0.07,
  )
}

export const cardMotifs = {
  bicycle(pen, ink) {
    for (const x of [-0.62, 0.62]) {
      pen.line(ring(40, 0.44, [x, 0.3]), ink, 0.06)
      for (let n = 0; n < 8; n++)
        pen.line([[x, 0.3], ...ring(1, 0.42, [x, 0.3], n * 0.785, n * 0.785).slice(1)], ink, 0.018)
    }
    pen.line(
      [
        [-0.62, 0.3],
        [-0.3, -0.32],
        [0.38, -0.32],
        [0.0, 0.3],
        [-0.62, 0.3],
      ],
      ink,
      0.06,
    )
    pen.line(
      [
        [-0.38, -0.48],
        [0.0, 0.3],
      ],
      ink,
      0.06,
    )
    pen.line(
      [
        [0.62, 0.3],
        [0.34, -0.5],
        [0.58, -0.62],
      ],
      ink,
      0.06,
    )
    pen.line(
      [
        [-0.54, -0.5],
        [-0.24, -0.5],
      ],
      ink,
      0.1,
    )
  },
  book(pen, ink) {
    for (const s of [-1, 1]) {
      pen.area(
        [
          [0, -0.42],
          [s * 0.4, -0.56],
          [s * 0.95, -0.46],
          [s * 0.95, 0.5],
          [s * 0.4, 0.4],
          [0, 0.54],
        ],
        ink,
      )
      for (let n = 0; n < 4; n++)
        pen.line(
          [
            [s * 0.16, -0.3 + n * 0.2],
            [s * 0.45, -0.36 + n * 0.2],
            [s * 0.8, -0.3 + n * 0.2],
          ],
          pen.ground,
          0.03,
        )
    }
  },
  cup: (pen, ink) => cup(pen, ink, [0, 0.2], 1.1),
  tea(pen, ink) {
    cup(pen, ink, [-0.45, 0.3], 0.75)
    cup(pen, ink, [0.6, 0.42], 0.6)
  },
  glass(pen, ink) {
    wine(pen, ink, -0.42, -0.16)
    wine(pen, ink, 0.42, 0.16)
  },
  film(pen, ink) {
    pen.box(-1.1, -0.5, 2.2, 1.0, ink, 0.06)
    for (let n = 0; n < 9; n++)
      for (const y of [-0.43, 0.31]) pen.box(-1.02 + n * 0.24, y, 0.12, 0.12, pen.ground, 0.03)
    for (let n = 0; n < 3; n++) pen.box(-1.0 + n * 0.69, -0.24, 0.6, 0.48, pen.ground, 0.05)
  },
  paw(pen, ink) {
    pen.area(ring(40, 0.5, [0, 0.3], 0, 6.2832, 0.82), ink)
    for (const [x, y, r] of [
      [-0.62, -0.12, 0.19],
      [-0.24, -0.46, 0.22],
      [0.24, -0.46, 0.22],
      [0.62, -0.12, 0.19],
    ])
      pen.area(ring(24, r, [x, y], 0, 6.2832, 1.3), ink)
  },
  boat(pen, ink) {
    pen.area(
      [
        [-0.8, 0.2],
        [0.85, 0.2],
        [0.6, 0.52],
        [-0.6, 0.52],
      ],
      ink,
    )
    pen.line(
      [
        [0, 0.2],
        [0, -0.9],
      ],
      ink,
      0.05,
    )
    pen.area(
      [
        [0.07, -0.85],
        [0.07, 0.08],
        [0.7, 0.08],
      ],
      ink,
    )
    pen.area(
      [
        [-0.07, -0.65],
        [-0.07, 0.08],
        [-0.5, 0.08],
      ],
      ink,
    )
    waves(pen, ink, 0.68, 2)
  },
  balloon(pen, ink) {
    pen.area(
      [...ring(30, 0.68, [0, -0.25], Math.PI * 0.86, Math.PI * 2.14), [0.16, 0.5], [-0.16, 0.5]],
      ink,
    )
    for (const s of [-0.28, 0.28])
      pen.line(
        [
          [s * 0.3, -0.92],
          [s, -0.3],
          [s * 0.5, 0.48],
        ],
        pen.ground,
        0.03,
      )
    pen.box(-0.16, 0.62, 0.32, 0.26, ink, 0.05)
    for (const s of [-0.14, 0.14])
      pen.line(
        [
          [s, 0.5],
          [s, 0.64],
        ],
        ink,
        0.03,
      )
  },
  train(pen, ink) {
    pen.area(
      [
        [-1.1, -0.3],
        [0.55, -0.3],
        [0.95, 0.05],
        [1.05, 0.4],
        [-1.1, 0.4],
      ],
      ink,
    )
    for (let n = 0; n < 4; n++) pen.box(-0.98 + n * 0.38, -0.17, 0.27, 0.22, pen.ground, 0.04)
    pen.line(
      [
        [-1.2, 0.56],
        [1.2, 0.56],
      ],
      ink,
      0.05,
    )
    pen.area(ring(30, 0.26, [0.6, -0.78]), ink)
    pen.area(ring(30, 0.24, [0.7, -0.84]), pen.ground)
  },
  city(pen, ink) {
    const towers = [
      [-1.0, 0.5],
      [-0.66, 0.95],
      [-0.3, 0.65],
      [0.02, 1.25],
      [0.36, 0.8],
      [0.7, 0.55],
    ]
    for (const [x, high] of towers) {
      pen.box(x, 0.6 - high, 0.3, high, ink)
      for (let n = 0; n < high * 4 - 1; n++)
        for (const k of [0.06, 0.18]) pen.box(x + k, 0.68 - high + n * 0.22, 0.06, 0.09, pen.ground)
    }
  },
  hut(pen, ink) {
    pen.area(
      [
        [-1.2, 0.6],
        [-0.5, -0.5],
        [-0.1, 0.05],
        [0.35, -0.75],
        [1.2, 0.6],
      ],
      ink,
    )
    pen.area(
      [
        [-0.3, 0.6],
        [-0.3, 0.25],
        [0, 0.0],
        [0.3, 0.25],
        [0.3, 0.6],
      ],
      pen.ground,
    )
    pen.box(-0.07, 0.35, 0.15, 0.25, ink)
  },
  pot(pen, ink) {
    const side = [
      [0.22, -0.7],
      [0.18, -0.5],
      [0.56, -0.05],
      [0.48, 0.4],
      [0.3, 0.62],
    ]
    pen.area([...side, ...side.map(([x, y]) => [-x, y]).reverse()], ink)
    for (const y of [-0.1, 0.06, 0.22])
      pen.line(
        [
          [-0.5, y],
          [0.5, y],
        ],
        pen.ground,
        0.035,
      )
    pen.line(
      [
        [-0.8, 0.74],
        [0.8, 0.74],
      ],
      ink,
      0.08,
    )
  },
  pan(pen, ink) {
    pen.area(ring(40, 0.62, [-0.25, 0.05]), ink)
    pen.line(ring(40, 0.48, [-0.25, 0.05]), pen.ground, 0.04)
    pen.line(
      [
        [0.36, 0.05],
        [1.15, 0.05],
      ],
      ink,
      0.14,
    )
    for (const [x, y] of [
      [-0.4, -0.1],
      [-0.05, 0.05],
      [-0.32, 0.22],
    ])
      pen.area(ring(20, 0.1, [x, y]), pen.ground)
  },
  camera(pen, ink) {
    pen.box(-0.85, -0.4, 1.7, 1.1, ink, 0.14)
    pen.box(-0.3, -0.58, 0.6, 0.3, ink, 0.06)
    pen.area(ring(40, 0.4, [0, 0.15]), pen.ground)
    pen.area(ring(40, 0.29, [0, 0.15]), ink)
    pen.area(ring(20, 0.07, [0.62, -0.2]), pen.ground)
  },
  speech(pen, ink) {
    pen.box(-1.0, -0.7, 1.25, 0.8, ink, 0.2)
    pen.area(
      [
        [-0.7, 0.0],
        [-0.35, 0.0],
        [-0.75, 0.38],
      ],
      ink,
    )
    pen.frame(-0.1, 0.0, 1.1, 0.66, ink, 0.06, 0.2)
    for (const x of [-0.75, -0.4, -0.05]) pen.area(ring(16, 0.08, [x, -0.3]), pen.ground)
  },
  pralines(pen, ink) {
    for (let n = 0; n < 6; n++) {
      const [x, y] = [-0.95 + (n % 3) * 0.66, -0.55 + Math.floor(n / 3) * 0.66]
      if (n % 2) pen.area(ring(30, 0.27, [x + 0.28, y + 0.28]), ink)
      else pen.box(x, y, 0.55, 0.55, ink, 0.08)
      pen.line(
        [
          [x + 0.14, y + 0.36],
          [x + 0.42, y + 0.2],
        ],
        pen.ground,
        0.04,
      )
    }
  },
  pancakes(pen, ink) {
    for (let n = 0; n < 4; n++) {
      pen.area(
        ring(40, 0.85 - n * 0.03, [n % 2 ? 0.04 : -0.03, 0.55 - n * 0.26], 0, 6.2832, 0.3),
        ink,
      )
      pen.line(
        ring(30, 0.85 - n * 0.03, [n % 2 ? 0.04 : -0.03, 0.55 - n * 0.26], 0.1, 3.04, 0.3),
        pen.ground,
        0.035,
      )
    }
    pen.box(-0.14, -0.42, 0.28, 0.16, pen.ground, 0.04)
  },
  stones(pen, ink) {
    stone(pen, ink, 0.5, 0.85)
    stone(pen, ink, 0.0, 0.62)
    stone(pen, ink, -0.38, 0.42)
    waves(pen, ink, 0.92, 1)
  },
  columns(pen, ink) {
    pen.area(
      [
        [-0.95, -0.3],
        [0, -0.8],
        [0.95, -0.3],
      ],
      ink,
    )
    for (let n = 0; n < 5; n++) pen.box(-0.82 + n * 0.37, -0.22, 0.17, 0.72, ink)
    pen.box(-0.95, 0.54, 1.9, 0.14, ink)
  },
  bowl(pen, ink) {
    pen.area([[-0.85, 0], [0.85, 0], ...ring(20, 0.72, [0, 0], 0.1, Math.PI - 0.1)], ink)
    for (const s of [-0.35, 0, 0.35])
      pen.line(
        Array.from({ length: 14 }, (_, n) => [s + 0.07 * Math.sin(n * 0.8), -0.16 - n * 0.05]),
        ink,
        0.06,
      )
  },
}
