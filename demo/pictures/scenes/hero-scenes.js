import * as THREE from 'three'
import { firSprig, openingBox } from '../families/gifts.js'
import { plush } from '../families/playthings.js'
import { seededChance } from '../stage/seeded-chance.js'
import { along, ball, group, place } from '../stage/shaping.js'
import { fabric, metal } from '../stage/surfaces.js'
import { distantLights, item, runner, stillLife, table } from './still-life.js'

const sprig = (at, turn, scale = 0.8, long = 1.2) =>
  place(group(firSprig(long)), { at, turn: [0, turn, 0], scale })

const bauble = (x, z, r, colour) =>
  place(
    group(
      ball(
        r,
        ['gold', 'silver', 'copper'].includes(colour)
          ? metal(colour, { rough: 0.25 })
          : fabric(colour, 'felt'),
      ),
    ),
    { at: [x, r, z] },
  )

/** Main site: wrapped gifts on a table, evening light. */
export function heroGiftpoint() {
  return stillLife(
    [
      [
        'giftBox',
        { colour: 'terracotta', ribbon: 'cream', sprig: false },
        { wide: 1.5, at: [-0.1, 0, 0.1], turn: 0.25 },
      ],
      [
        'giftBox',
        { arrangement: 'tall', colour: 'forest', ribbon: 'gold', sprig: false },
        { tall: 1.75, at: [-1.35, 0, -0.7], turn: -0.15 },
      ],
      [
        'giftBox',
        { colour: 'cream', motif: 'sprigs', second: 'forest', ribbon: 'burgundy', sprig: false },
        { wide: 1.15, at: [1.35, 0, 0.35], turn: -0.35 },
      ],
      [
        'giftBox',
        { colour: '#b88d5f', ribbon: 'red', sprig: true },
        { wide: 1.25, at: [0.95, 0, -1.0], turn: 0.1 },
      ],
      ['candle', { kind: 'set', colour: 'ivory' }, { tall: 0.95, at: [2.45, 0, -0.35], turn: 0 }],
      [
        'vase',
        { shape: 'ball', colour: 'sand', finish: 'raw', stems: 'eucalyptus' },
        { tall: 1.7, at: [-2.5, 0, -0.75] },
      ],
      [
        'mug',
        { shape: 'belly', colour: 'petrol', finish: 'speckled', drink: 'latte' },
        { tall: 0.55, at: [-1.5, 0, 0.75], turn: 0.4 },
      ],
      [
        'giftBox',
        { colour: 'mustard', ribbon: 'cream', sprig: false },
        { wide: 0.72, at: [0.55, 0, 1.05], turn: 0.5 },
      ],
    ],
    {
      ground: 'dusk',
      mood: 'evening',
      table: true,
      extra: [
        table('walnut', { shade: 0.85 }),
        sprig([2.1, 0, 0.75], 2.6),
        sprig([-0.75, 0, 1.1], -0.3, 0.7),
        bauble(-2.3, 0.5, 0.14, 'gold'),
        bauble(-2.0, 0.75, 0.1, 'burgundy'),
        bauble(1.95, 1.0, 0.11, 'gold'),
        distantLights(46, seededChance(8), { strength: 0.55 }),
      ],
      view: { above: 11, around: 0, fill: 0.74, drop: 0.1, slide: -0.22, lens: 22, blur: 0.02 },
      passes: 14,
      reach: 4.2,
    },
  )
}

/** Employer's site: a plain table, deep sea blue. */
export function heroNoordzee() {
  return stillLife(
    [
      [
        'giftBox',
        { colour: 'navy', ribbon: 'cream', sprig: false },
        { wide: 1.5, at: [0.2, 0, -0.1], turn: 0.2 },
      ],
      [
        'giftBox',
        { colour: 'cream', ribbon: 'navy', sprig: false },
        { wide: 1.1, at: [1.55, 0, 0.3], turn: -0.3 },
      ],
      [
        'giftBox',
        {
          arrangement: 'tall',
          colour: '#3f6a86',
          ribbon: 'silver',
          motif: 'stripes',
          second: '#e6ebee',
          sprig: false,
        },
        { tall: 1.55, at: [-1.1, 0, -0.6], turn: -0.1 },
      ],
      ['lantern', { colour: 'white' }, { tall: 1.6, at: [2.75, 0, -0.7], turn: 0.3 }],
      [
        'tableware',
        { pieces: 'stack', colour: 'white', second: '#7f9fb3', count: 3 },
        { wide: 1.0, at: [-2.2, 0, 0.1] },
      ],
      [
        'glassSet',
        { shape: 'tumbler', count: 1, drink: 'water' },
        { tall: 0.62, at: [-1.35, 0, 0.7] },
      ],
      [
        'giftBox',
        { colour: '#9db6c4', ribbon: 'navy', sprig: false },
        { wide: 0.75, at: [0.35, 0, 1.05], turn: 0.45 },
      ],
    ],
    {
      ground: 'sea',
      mood: 'day',
      light: { keyFrom: [-0.85, 0.55, 0.02], keySize: 0.2, key: ['#fff5ea', 1.75] },
      table: true,
      extra: [
        table('whitewood'),
        runner('#1d3a52', { depth: 1.9, z: 0.1 }),
        sprig([1.15, 0.03, 0.95], 2.8),
        sprig([-0.6, 0.03, 0.8], 0.2, 0.7),
        bauble(-0.35, 0.35, 0.12, 'silver'),
        bauble(2.15, 0.8, 0.14, 'silver'),
      ],
      view: { above: 14, around: 0, fill: 0.74, drop: 0.08, slide: -0.22, lens: 22 },
      reach: 4.2,
      passes: 10,
    },
  )
}

/** Alpenwerk: alpine light, fir green, warm wood. */
export function heroAlpenwerk() {
  return stillLife(
    [
      [
        'giftBox',
        { colour: 'fir', ribbon: 'cream', sprig: true },
        { wide: 1.5, at: [0.1, 0, 0], turn: 0.3 },
      ],
      [
        'giftBox',
        { colour: '#b88d5f', ribbon: 'red', sprig: false },
        { wide: 1.2, at: [1.5, 0, 0.25], turn: -0.25 },
      ],
      [
        'blanket',
        { colour: 'brick', weave: 'wool', stripe: 'cream', band: false },
        { wide: 1.7, at: [-1.65, 0, 0.05], turn: 0.2 },
      ],
      [
        'woodenToy',
        { kind: 'train', colours: ['fir', 'cream', 'red', 'walnut'], timber: 'oak' },
        { wide: 1.55, at: [2.6, 0, 0.75], turn: -0.2 },
      ],
      ['lantern', { colour: 'blackmetal' }, { tall: 1.65, at: [-0.9, 0, -0.95], turn: 0.4 }],
      [
        'mug',
        { shape: 'camp', colour: 'cream', band: 'fir', drink: 'coffee' },
        { tall: 0.5, at: [-0.7, 0, 0.9], turn: -0.5 },
      ],
      [
        'plant',
        { kind: 'fern', pot: 'taper', colour: 'clay', finish: 'raw' },
        { tall: 1.25, at: [2.5, 0, -0.75] },
      ],
    ],
    {
      ground: 'fir',
      mood: 'alpine',
      table: true,
      extra: [
        table('oak'),
        sprig([0.55, 0, 1.0], -0.25, 0.8),
        sprig([-2.7, 0, 0.85], 0.35, 0.8),
        bauble(1.0, 0.95, 0.12, 'red'),
      ],
      view: { above: 13, around: 0, fill: 0.74, drop: 0.08, slide: -0.22, lens: 22 },
      reach: 4.4,
      passes: 10,
    },
  )
}

/** The welcome: `opening` 0 is a closed box with its bow, 1 is open, a bear looking out. */
export function welcome({
  opening = 0,
  colour = 'terracotta',
  ribbon = 'cream',
  tone = 'warm',
} = {}) {
  const box = openingBox({ colour, ribbon, opening })
  const inside = item(
    plush,
    { colour: 'clay', second: 'cream', scarf: 'forest' },
    { tall: 1.35, at: [0, 0.06 + box.ease * 0.42, 0], turn: 0.12 },
  )
  const warm = new THREE.PointLight('#ffc98a', 1.1 * box.ease, 3.5, 1.4)
  warm.position.set(0, 1.25, 0.25)
  // Too small to be seen: they keep the camera where it is while the box opens.
  const frame = place(group(ball(0.0005, fabric('cream', 'felt'))), { at: [0, 2.3, 0] })
  const side = place(group(ball(0.0005, fabric('cream', 'felt'))), { at: [1.5, 0.02, 0] })
  return {
    group: group(
      box.group,
      box.ease > 0.02 && inside.part,
      frame,
      side,
      place(group(firSprig()), { at: [0.9, 0, 1.25], turn: [0, 2.9, 0], scale: 0.7 }),
      streamer(-1.3, 1.15),
    ),
    lights: [warm],
    ground: tone,
    size: 'as-is',
    reach: 3.4,
    camera: { always: { around: 22, above: 17, fill: 0.72, drop: 0.02 } },
  }
}

function streamer(x, z) {
  const points = Array.from({ length: 40 }, (_, n) => [
    x + n * 0.02,
    0.13 + 0.1 * Math.cos(n * 0.75),
    z + 0.11 * Math.sin(n * 0.75),
  ])
  return along(points, [0.05, 0.006], fabric('mustard', 'twill', { depth: 0.2 }), {
    steps: 120,
    up: [1, 0, 0],
  })
}
