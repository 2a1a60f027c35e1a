import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { label } from '../stage/label-designs.js'
import {
  blob,
  block,
  copies,
  group,
  mesh,
  place,
  rod,
  sheet,
  surface,
  turned,
  vessel,
  wrapped,
} from '../stage/shaping.js'
import {
  clay,
  coat,
  cork,
  fabric,
  frosted,
  gloss,
  metal,
  plastic,
  printed,
  rubber,
  wood,
} from '../stage/surfaces.js'

const words = (text, line) => ({ name: text, line, small: '', design: 'bare' })

/** set of jar|tube|dropper|soap|pump|perfume; pieces list, colour, tint of glass, lid, text */
export function cosmetics({
  pieces = ['jar', 'dropper'],
  colour = 'cream',
  tint = 'amber',
  lid = 'walnut',
  text = 'Solenne',
  base = 'none',
} = {}) {
  const cap = (seed = 0) =>
    ['walnut', 'oak', 'beech', 'bamboo'].includes(lid)
      ? wood(lid, { axis: 'y', seed })
      : ['gold', 'silver', 'brass', 'copper', 'rosegold'].includes(lid)
        ? metal(lid, { rough: 0.25 })
        : plastic(lid)
  const ink = ['cream', 'white', 'ivory', 'sand', 'blush', 'mint'].includes(colour)
    ? 'charcoal'
    : 'ivory'
  const tagged = (r, h, y, say, share = 0.26) =>
    wrapped(
      r,
      h,
      share,
      printed(label(1, 0.62, { ...words(text, say), paper: 'ivory' }), { rough: 0.8 }),
      { y },
    )
  const make = {
    jar: () => [
      turned(
        [
          [0, 0],
          [0.52, 0, 0.06],
          [0.54, 0.42, 0.04],
          [0.5, 0.45],
        ],
        gloss(colour, 0.25),
      ),
      turned(
        [
          [0.5, 0.44],
          [0.55, 0.45, 0.02],
          [0.55, 0.68, 0.04],
          [0, 0.7],
        ],
        cap(),
      ),
      wrapped(
        0.545,
        0.26,
        0.24,
        printed(label(1, 0.32, { ...words(text, ''), paper: colour, ink }), { rough: 0.4 }),
        { y: 0.1 },
      ),
    ],
    dropper: () => [
      glass(
        vessel(
          [
            [0, 0],
            [0.34, 0, 0.06],
            [0.34, 0.85, 0.12],
            [0.14, 1.0, 0.03],
            [0.14, 1.1],
          ],
          0.03,
          null,
        ).geometry,
        tint,
        { deep: 1.2 },
      ),
      glass(
        turned(
          [
            [0, 0.05],
            [0.3, 0.05, 0.04],
            [0.3, 0.6],
            [0, 0.6],
          ],
          null,
        ).geometry,
        'oil',
        { deep: 0.7, shine: 0.3 },
      ),
      turned(
        [
          [0.15, 1.04],
          [0.17, 1.05, 0.01],
          [0.17, 1.3, 0.02],
          [0.1, 1.32],
        ],
        cap(1),
      ),
      turned(
        [
          [0.1, 1.3],
          [0.12, 1.34, 0.03],
          [0.1, 1.56, 0.06],
          [0, 1.6],
        ],
        rubber('charcoal'),
      ),
      tagged(0.344, 0.44, 0.2, 'face oil'),
    ],
    pump: () => [
      tint === 'none'
        ? turned(
            [
              [0, 0],
              [0.4, 0, 0.06],
              [0.4, 1.2, 0.12],
              [0.16, 1.34, 0.03],
              [0.16, 1.4],
            ],
            gloss(colour, 0.3),
          )
        : glass(
            vessel(
              [
                [0, 0],
                [0.4, 0, 0.06],
                [0.4, 1.2, 0.12],
                [0.16, 1.34, 0.03],
                [0.16, 1.4],
              ],
              0.03,
              null,
            ).geometry,
            tint,
            { deep: 1.3 },
          ),
      turned(
        [
          [0.17, 1.36],
          [0.2, 1.37, 0.01],
          [0.2, 1.52, 0.02],
          [0.06, 1.54],
          [0.06, 1.72],
        ],
        plastic('charcoal'),
      ),
      block(plastic('charcoal'), [0.26, 0.09, 0.18], [0.02, 1.72, 0], 0.04),
      rod(plastic('charcoal'), [0.1, 1.76, 0], [0.4, 1.73, 0], 0.045),
      tagged(0.404, 0.55, 0.35, 'hand wash'),
    ],
    tube: () => [
      tube(colour),
      turned(
        [
          [0, 0],
          [0.24, 0, 0.03],
          [0.26, 0.28, 0.02],
          [0, 0.28],
        ],
        cap(2),
      ),
      sheet(
        0.44,
        0.62,
        printed(label(0.7, 1, { ...words(text, 'hand cream'), paper: colour, ink }), {
          rough: 0.4,
        }),
        { at: [0, 0.86, 0.272], turn: [-0.1, 0, 0] },
      ),
    ],
    soap: () => [
      block(
        coat(colour === 'white' ? '#efe6d6' : colour, 0.55),
        [1.0, 0.34, 0.68],
        [0, 0, 0],
        0.12,
      ),
      sheet(
        0.66,
        0.3,
        printed(
          label(1, 0.45, {
            ...words(text, ''),
            paper: colour === 'white' ? '#efe6d6' : colour,
            ink: 'taupe',
          }),
          { rough: 0.6 },
        ),
        { at: [0, 0.341, 0], turn: [-Math.PI / 2, 0, 0] },
      ),
    ],
    perfume: () => [
      glass(new THREE.BoxGeometry(0.85, 1.0, 0.42).translate(0, 0.5, 0), 'clear', {
        deep: 1.6,
        rim: 1.4,
      }),
      glass(new THREE.BoxGeometry(0.7, 0.72, 0.28).translate(0, 0.46, 0), tint, {
        deep: 0.9,
        shine: 0.4,
      }),
      turned(
        [
          [0, 1],
          [0.13, 1, 0.01],
          [0.13, 1.1],
          [0.16, 1.1, 0.01],
          [0.16, 1.42, 0.02],
          [0, 1.43],
        ],
        cap(3),
      ),
      sheet(
        0.5,
        0.34,
        printed(label(1, 0.68, { ...words(text, 'eau de parfum') }), { rough: 0.7 }),
        { at: [0, 0.5, 0.216] },
      ),
    ],
  }
  const spread = pieces.length
  const spots = {
    1: [[0, 0]],
    2: [
      [-0.52, 0.18],
      [0.5, -0.12],
    ],
    3: [
      [-0.95, 0.2],
      [0.05, -0.22],
      [0.95, 0.25],
    ],
    4: [
      [-1.2, 0],
      [-0.35, -0.35],
      [0.4, 0.35],
      [1.15, -0.1],
    ],
    5: [
      [-1.4, 0.1],
      [-0.7, -0.4],
      [0, 0.4],
      [0.75, -0.25],
      [1.4, 0.3],
    ],
  }[spread]
  const y = base === 'none' ? 0 : 0.16
  const under =
    base !== 'none' &&
    (base === 'stone'
      ? block(clay('stone'), [spread * 1.05 + 0.6, 0.16, 1.6], [0, 0, 0], 0.05)
      : block(wood(base), [spread * 1.05 + 0.6, 0.16, 1.6], [0, 0, 0], 0.05))
  return {
    group: group(
      under,
      pieces.map((piece, n) =>
        place(group(make[piece]()), {
          at: [spots[n][0], y, spots[n][1]],
          turn: [0, 0.06 - n * 0.05, 0],
        }),
      ),
    ),
    ground: 'blush',
    camera: { detail: { aim: [0.35, 0.5, 0.9] } },
  }
}

function tube(colour) {
  return surface(
    (u, v) => {
      const a = u * Math.PI * 2
      const flatten = Math.max(0.02, 1 - v ** 1.6)
      const r = 0.3
      return [Math.cos(a) * (r + 0.1 * v), 0.26 + v * 1.35, Math.sin(a) * r * flatten]
    },
    56,
    30,
    coat(colour, 0.4),
  )
}

/** Bath set, brush, gua sha: brush|loofah|bath|razor */
export function bath({ kind = 'brush', colour = 'sand', accent = 'beech' } = {}) {
  const kinds = {
    brush: () => [
      blob([0.85, 0.13, 0.5], [0.9, 0.7], wood(accent), { at: [0, 0.55, 0] }),
      copies(120, (n) => {
        const a = n * 2.4
        const r = Math.sqrt(n / 120)
        const [x, z] = [Math.cos(a) * r * 0.72, Math.sin(a) * r * 0.4]
        return rod(coat('#cdb48a', 0.9), [x * 1.08, 0, z * 1.08], [x, 0.5, z], 0.022)
      }),
      mesh(new THREE.TorusGeometry(0.4, 0.03, 8, 40, Math.PI), fabric(colour, 'canvas'), {
        at: [0, 0.62, 0],
        turn: [0, Math.PI / 2, 0],
        scale: [0.75, 0.6, 4],
      }),
    ],
    bath: () => [
      place(group(cosmetics({ pieces: ['pump'], colour, tint: 'amber' }).group), {
        at: [-0.75, 0, -0.2],
      }),
      place(group(cosmetics({ pieces: ['soap'], colour }).group), {
        at: [0.6, 0, 0.5],
        turn: [0, 0.3, 0],
      }),
      turned(
        [
          [0, 0],
          [0.42, 0, 0.04],
          [0.42, 0.72, 0.02],
          [0, 0.72],
        ],
        frosted('white'),
        { where: { at: [0.35, 0, -0.45] } },
      ),
      turned(
        [
          [0, 0.72],
          [0.3, 0.72, 0.02],
          [0.3, 0.84, 0.02],
          [0, 0.84],
        ],
        cork(),
        { where: { at: [0.35, 0, -0.45] } },
      ),
    ],
    roller: () => [
      place(
        group(
          rod(metal('rosegold'), [0, 0, 0], [0, 1.0, 0], 0.08, 0.06),
          place(
            turned(
              [
                [0, -0.3],
                [0.16, -0.28, 0.1],
                [0.2, 0, 0.2],
                [0.16, 0.28, 0.1],
                [0, 0.3],
              ],
              gloss('#7fae95', 0.12),
            ),
            { at: [0, 1.3, 0], turn: [0, 0, Math.PI / 2] },
          ),
          mesh(new THREE.TorusGeometry(0.34, 0.022, 8, 30, Math.PI), metal('rosegold'), {
            at: [0, 1.3, 0],
            turn: [0, 0, Math.PI],
            scale: [1, 0.9, 1],
          }),
        ),
        { at: [-0.5, 0.18, 0.6], turn: [-1.5, 0, -0.6] },
      ),
      place(
        blob([0.62, 0.07, 0.4], [0.9, 1], gloss('#8fbba3', 0.12), {}, ([x, y, z]) => [
          x,
          y,
          z + 0.3 * x * x,
        ]),
        { at: [0.65, 0.07, 0.1], turn: [0, 0.4, 0] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.brush)()),
    ground: 'blush',
    camera: { always: { above: 24 } },
  }
}
