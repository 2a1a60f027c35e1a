import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { label } from '../stage/label-designs.js'
import {
  along,
  blob,
  group,
  place,
  rounded,
  turned,
  vesselLine,
  wrapped,
} from '../stage/shaping.js'
import {
  clay,
  coat,
  cork,
  metal,
  plastic,
  printed,
  rubber,
  satin,
  wood,
} from '../stage/surfaces.js'

const lathe = (line, steps = 56) => new THREE.LatheGeometry(line, steps)

export const hollow = (points, wall = 0.03, floor) =>
  lathe(vesselLine(rounded(points), wall, floor))

export const solidTurned = (points) => lathe(rounded(points))

/** shape carafe|decanter|jug, tint, drink none|water|whitewine|wine|tea, stopper none|cork|glass|wood, glasses 0..2 */
export function carafe({
  shape = 'carafe',
  tint = 'clear',
  drink = 'water',
  stopper = 'cork',
  glasses = 1,
} = {}) {
  const lines = {
    carafe: [
      [0, 0],
      [0.46, 0, 0.08],
      [0.5, 0.8, 0.3],
      [0.2, 1.5, 0.2],
      [0.2, 1.75, 0.1],
      [0.3, 2.05, 0.02],
    ],
    decanter: [
      [0, 0],
      [0.9, 0, 0.22],
      [0.86, 0.42, 0.3],
      [0.16, 0.95, 0.3],
      [0.13, 1.6, 0.1],
      [0.22, 1.95, 0.02],
    ],
    jug: [
      [0, 0],
      [0.5, 0, 0.08],
      [0.52, 1.5, 0.1],
      [0.46, 1.72, 0.05],
      [0.5, 1.85, 0.02],
    ],
  }
  const line = lines[shape] ?? lines.carafe
  const level = shape === 'decanter' ? 0.42 : 0.85
  const inner = (y) => radiusAt(line, y) - 0.05
  const parts = [glass(hollow(line, 0.03, 0.06), tint)]
  if (drink !== 'none') parts.push(liquid(line, level, drink))
  const top = line[line.length - 1]
  if (stopper === 'cork')
    parts.push(
      turned(
        [
          [0, 0],
          [inner(top[1] - 0.1) + 0.02, 0, 0.02],
          [top[0] + 0.02, 0.32, 0.04],
          [0, 0.32],
        ],
        cork(),
        { where: { at: [0, top[1] - 0.12, 0] } },
      ),
    )
  if (stopper === 'wood')
    parts.push(
      turned(
        [
          [0, 0],
          [top[0] - 0.06, 0, 0.02],
          [top[0] - 0.05, 0.12, 0],
          [top[0] + 0.03, 0.12, 0.02],
          [top[0] + 0.03, 0.24, 0.03],
          [0, 0.24],
        ],
        wood('oak', { axis: 'y' }),
        { where: { at: [0, top[1] - 0.11, 0] } },
      ),
    )
  if (stopper === 'glass')
    parts.push(
      place(glass(new THREE.SphereGeometry(0.22, 32, 24), tint, { deep: 2 }), {
        at: [0, top[1] + 0.14, 0],
      }),
    )
  if (shape === 'jug')
    parts.push(
      glass(
        along(
          [
            [0.5, 1.5, 0],
            [0.78, 1.5, 0],
            [0.86, 1.05, 0],
            [0.72, 0.6, 0],
            [0.5, 0.55, 0],
          ],
          0.045,
          metal('chrome'),
        ).geometry,
        tint,
        { deep: 1.4 },
      ),
    )
  const tumbler = (x, z) =>
    place(
      group(
        glass(
          hollow(
            [
              [0, 0],
              [0.27, 0, 0.04],
              [0.3, 0.72, 0.01],
            ],
            0.022,
            0.05,
          ),
          tint,
        ),
        drink !== 'none' &&
          liquid(
            [
              [0, 0.05],
              [0.27, 0.05, 0.04],
              [0.3, 0.72, 0],
            ],
            0.42,
            drink,
          ),
      ),
      { at: [x, 0, z] },
    )
  return {
    group: group(parts, glasses > 0 && tumbler(0.95, 0.3), glasses > 1 && tumbler(0.5, 0.85)),
    ground: 'sky',
  }
}

export function radiusAt(line, y) {
  for (let n = 1; n < line.length; n++) {
    const [a, b] = [line[n - 1], line[n]]
    if (y >= a[1] && y <= b[1] && b[1] > a[1])
      return a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])
  }
  return line[line.length - 1][0]
}

/** What is in the glass, up to `level`. */
export function liquid(line, level, drink, { deep = 1.1, gap = 0.045 } = {}) {
  const smooth = rounded(line)
  const inside = smooth
    .filter((p) => p.y <= level)
    .map((p) => new THREE.Vector2(Math.max(0.001, p.x - gap), Math.max(0.05, p.y)))
  const after = smooth.find((p) => p.y > level)
  const rim = Math.max(0.01, (after ? after.x : inside[inside.length - 1].x) - gap)
  inside.push(
    new THREE.Vector2(rim, level),
    new THREE.Vector2(rim * 0.95, level - 0.006),
    new THREE.Vector2(0.001, level - 0.008),
  )
  return glass(lathe(inside, 44), drink, {
    deep: drink === 'water' ? 0.6 : deep,
    rim: 0.2,
    shade: drink === 'water' ? 0.1 : 0.55,
    shine: 0.35,
  })
}

/** shape red|white|flute|coupe|tumbler|highball|beer, drink, count 1..4, tint */
export function glassSet({
  shape = 'red',
  drink = 'wine',
  count = 2,
  tint = 'clear',
  level = 0.45,
} = {}) {
  const stems = {
    red: {
      foot: 0.42,
      stem: 0.85,
      bowl: [
        [0, 0],
        [0.2, 0.02, 0.1],
        [0.47, 0.34, 0.26],
        [0.46, 0.6, 0.2],
        [0.34, 1.05, 0.01],
      ],
    },
    white: {
      foot: 0.38,
      stem: 0.85,
      bowl: [
        [0, 0],
        [0.16, 0.02, 0.1],
        [0.36, 0.34, 0.24],
        [0.36, 0.55, 0.2],
        [0.28, 0.98, 0.01],
      ],
    },
    flute: {
      foot: 0.34,
      stem: 0.7,
      bowl: [
        [0, 0],
        [0.06, 0.04, 0.05],
        [0.22, 0.42, 0.3],
        [0.2, 1.3, 0.01],
      ],
    },
    coupe: {
      foot: 0.36,
      stem: 0.8,
      bowl: [
        [0, 0],
        [0.2, 0.02, 0.14],
        [0.52, 0.18, 0.16],
        [0.56, 0.42, 0.01],
      ],
    },
  }
  const cups = {
    tumbler: [
      [0, 0],
      [0.34, 0, 0.06],
      [0.38, 0.78, 0.01],
    ],
    highball: [
      [0, 0],
      [0.26, 0, 0.04],
      [0.29, 1.3, 0.01],
    ],
    beer: [
      [0, 0],
      [0.24, 0, 0.05],
      [0.22, 0.2, 0.2],
      [0.38, 1.0, 0.4],
      [0.34, 1.5, 0.01],
    ],
  }
  const one = () => {
    if (cups[shape]) {
      const line = cups[shape]
      return [
        glass(hollow(line, 0.024, 0.09), tint),
        drink !== 'none' && liquid(line, line[line.length - 1][1] * level + 0.1, drink),
      ]
    }
    const { foot, stem, bowl } = stems[shape] ?? stems.red
    const up = bowl.map(([r, y, c]) => [r, y + stem, c])
    const base = [
      [0, 0],
      [foot, 0, 0.008],
      [foot, 0.014, 0.008],
      [0.08, 0.06, 0.08],
      [0.034, 0.16, 0.1],
      [0.03, stem - 0.1, 0.1],
      [0.06, stem, 0.04],
      [0, stem + 0.01],
    ]
    return [
      glass(solidTurned(base), tint, { deep: 1.5, rim: 1.3 }),
      glass(lathe(vesselLine(rounded(up), 0.014, stem + 0.02)), tint, { rim: 1.2 }),
      drink !== 'none' && liquid(up, stem + bowl[bowl.length - 1][1] * level, drink, { gap: 0.02 }),
    ]
  }
  const spots = [
    [[0, 0]],
    [
      [-0.5, 0],
      [0.5, -0.28],
    ],
    [
      [-0.75, 0.1],
      [0.1, -0.4],
      [0.8, 0.25],
    ],
    [
      [-0.9, -0.2],
      [0.1, -0.5],
      [-0.3, 0.5],
      [0.85, 0.2],
    ],
  ][count - 1]
  return {
    group: group(spots.map(([x, z]) => place(group(one()), { at: [x, 0, z] }))),
    ground: 'stone',
    camera: { detail: { aim: [0.35, 0.78, 0.8] } },
  }
}

/** kind flask|sport|steel|tumbler|cup (stoneware under cork), colour, lid wood name or colour, loop */
export function drinkBottle({
  kind = 'flask',
  colour = 'forest',
  lid = 'charcoal',
  text,
  loop = true,
} = {}) {
  const body = coat(colour, 0.46)
  const cap = ['oak', 'bamboo', 'walnut', 'beech'].includes(lid)
    ? wood(lid, { axis: 'y' })
    : plastic(lid)
  const mark = text && wrapped(0.405, 0.3, 0.22, printedMark(text, colour), { y: 0.7, top: 0.405 })
  const kinds = {
    flask: () => [
      turned(
        [
          [0, 0],
          [0.4, 0, 0.05],
          [0.4, 1.65, 0.25],
          [0.24, 1.85, 0.1],
          [0.24, 1.9, 0],
        ],
        body,
      ),
      turned(
        [
          [0, 0.0],
          [0.405, 0, 0.02],
          [0.405, 0.07, 0.01],
          [0.39, 0.07, 0],
        ],
        metal('steel', { brushed: true }),
      ),
      turned(
        [
          [0.235, 1.88, 0],
          [0.27, 1.9, 0.02],
          [0.27, 2.18, 0.05],
          [0, 2.2],
        ],
        cap,
      ),
      loop &&
        along(
          [
            [-0.2, 2.12, 0],
            [-0.22, 2.36, 0],
            [0, 2.44, 0],
            [0.22, 2.36, 0],
            [0.2, 2.12, 0],
          ],
          [0.06, 0.025],
          rubber(lid === 'oak' ? 'charcoal' : lid),
          { up: [0, 0, 1] },
        ),
    ],
    sport: () => [
      turned(
        [
          [0, 0],
          [0.36, 0, 0.05],
          [0.38, 0.6, 0.1],
          [0.34, 0.85, 0.15],
          [0.38, 1.1, 0.15],
          [0.38, 1.5, 0.12],
          [0.3, 1.62, 0.04],
        ],
        body,
      ),
      turned(
        [
          [0.33, 1.58, 0.01],
          [0.36, 1.6, 0.02],
          [0.36, 1.78, 0.04],
          [0.14, 1.9, 0.06],
          [0.12, 2.05, 0.03],
          [0, 2.06],
        ],
        cap,
      ),
      along(
        [
          [0.28, 1.78, 0],
          [0.46, 1.95, 0],
          [0.36, 2.2, 0],
          [0.1, 2.02, 0],
        ],
        [0.05, 0.03],
        rubber(lid),
        { up: [0, 0, 1] },
      ),
    ],
    steel: () => [
      turned(
        [
          [0, 0],
          [0.38, 0, 0.04],
          [0.38, 1.5, 0.3],
          [0.2, 1.75, 0.1],
          [0.2, 1.85, 0],
        ],
        metal('steel', { brushed: true }),
      ),
      turned(
        [
          [0.2, 1.82, 0],
          [0.235, 1.84, 0.02],
          [0.235, 2.05, 0.03],
          [0, 2.06],
        ],
        cap,
      ),
      along(
        [
          [-0.235, 1.95, 0],
          [-0.3, 2.2, 0],
          [0, 2.34, 0],
          [0.3, 2.2, 0],
          [0.235, 1.95, 0],
        ],
        0.02,
        metal('steel'),
      ),
      colour !== 'steel' &&
        turned(
          [
            [0.383, 0.35, 0],
            [0.383, 1.05, 0],
          ],
          coat(colour),
        ),
    ],
    tumbler: () => [
      turned(
        [
          [0, 0],
          [0.32, 0, 0.05],
          [0.43, 1.3, 0.02],
          [0, 1.3],
        ],
        body,
      ),
      turned(
        [
          [0.43, 1.28, 0.01],
          [0.45, 1.3, 0.02],
          [0.44, 1.42, 0.03],
          [0.36, 1.44, 0.02],
          [0.34, 1.38, 0.02],
          [0, 1.38],
        ],
        cap,
      ),
      turned(
        [
          [0.385, 0.62, 0],
          [0.4, 0.64, 0.02],
          [0.425, 0.98, 0.02],
          [0.405, 1.0, 0],
        ],
        lid === 'cork' ? cork() : rubber(lid),
      ),
    ],
    cup: () => [
      turned(
        [
          [0, 0],
          [0.35, 0, 0.05],
          [0.365, 0.16, 0.1],
          [0.45, 1.28, 0.02],
          [0, 1.28],
        ],
        satin(colour, { speckle: true }),
        { steps: 80 },
      ),
      turned(
        [
          [0.34, 0],
          [0.345, 0.05, 0.02],
          [0.352, 0.1, 0.01],
          [0.34, 0.11],
        ],
        clay('sand'),
      ),
      turned(
        [
          [0.42, 1.26],
          [0.47, 1.275, 0.025],
          [0.475, 1.42, 0.04],
          [0.36, 1.43, 0.03],
          [0.34, 1.39, 0.03],
          [0, 1.39],
        ],
        cork(),
        { steps: 80 },
      ),
      blob([0.1, 0.012, 0.04], 1, coat('#3a2a1c', 0.9), {
        at: [0.1, 1.392, 0.2],
        turn: [0, 0.4, 0],
      }),
    ],
  }
  return { group: group((kinds[kind] ?? kinds.flask)(), mark), ground: 'mist' }
}

function printedMark(text, colour) {
  return printed(label(1, 0.5, { name: text, paper: colour, ink: 'ivory', design: 'bare' }), {
    rough: 0.5,
  })
}
