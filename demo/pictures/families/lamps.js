import * as THREE from 'three'
import { along, ball, copies, group, place, rod, turned } from '../stage/shaping.js'
import { clay, coat, frosted, glow, metal } from '../stage/surfaces.js'
import { baseMaterial, lamp, shade } from './lighting.js'
import { potteryFinish } from './vessels.js'

/** style classic|ceramic|mushroom|globe|desk, base material or colour, shade colour, light on */
export function tableLamp({ style = 'classic', base = 'brass', shadeColour = 'cream' } = {}) {
  const material = baseMaterial(base)
  const styles = {
    classic: () => [
      turned(
        [
          [0, 0],
          [0.46, 0, 0.02],
          [0.46, 0.05, 0.02],
          [0.1, 0.08, 0.05],
          [0.035, 0.16, 0.05],
          [0.035, 1.3, 0.01],
          [0, 1.3],
        ],
        material,
      ),
      shade(0.72, 0.46, 1.12, 1.9, shadeColour),
    ],
    ceramic: () => [
      turned(
        [
          [0, 0],
          [0.3, 0],
          [0.5, 0.14],
          [0.58, 0.45],
          [0.44, 0.8],
          [0.16, 1.0],
          [0.06, 1.08],
          [0.05, 1.3],
        ],
        potteryFinish('speckled', base),
        { smooth: true },
      ),
      shade(0.78, 0.6, 1.18, 1.85, shadeColour),
    ],
    mushroom: () => [
      turned(
        [
          [0, 0],
          [0.42, 0, 0.03],
          [0.36, 0.1, 0.08],
          [0.12, 0.5, 0.3],
          [0.12, 1.0, 0.1],
          [0, 1],
        ],
        material,
      ),
      turned(
        [
          [0.1, 0.94],
          [0.66, 0.92, 0.03],
          [0.74, 1.0, 0.1],
          [0.62, 1.34, 0.3],
          [0.28, 1.5, 0.25],
          [0, 1.52],
        ],
        Object.assign(frosted(shadeColour), {
          emissive: new THREE.Color('#ffd9a8'),
          emissiveIntensity: 0.42,
        }),
      ),
    ],
    globe: () => [
      turned(
        [
          [0, 0],
          [0.36, 0, 0.02],
          [0.36, 0.12, 0.04],
          [0.16, 0.18, 0.04],
          [0.14, 0.3, 0.03],
          [0, 0.3],
        ],
        material,
      ),
      place(
        ball(
          0.56,
          Object.assign(frosted(shadeColour), {
            emissive: new THREE.Color('#ffdcb0'),
            emissiveIntensity: 0.5,
          }),
        ),
        { at: [0, 0.8, 0] },
      ),
    ],
    desk: () => [
      turned(
        [
          [0, 0],
          [0.44, 0, 0.02],
          [0.44, 0.07, 0.03],
          [0, 0.09],
        ],
        material,
      ),
      rod(material, [0, 0.08, 0], [-0.42, 1.15, 0], 0.026),
      rod(material, [-0.42, 1.15, 0], [0.5, 1.75, 0], 0.026),
      place(ball(0.06, metal('brass')), { at: [-0.42, 1.15, 0] }),
      place(
        turned(
          [
            [0, 0.42],
            [0.08, 0.42, 0.03],
            [0.14, 0.3, 0.05],
            [0.36, 0, 0.02],
          ],
          bothIn(material),
        ),
        { at: [0.52, 1.4, 0], turn: [0, 0, 0.35] },
      ),
      place(ball(0.14, glow('#ffdfae', 1.6)), { at: [0.54, 1.47, 0] }),
    ],
  }
  const lights = lamp([0, style === 'desk' ? 1.1 : 1.2, 0.1], 1.3)
  return { group: group((styles[style] ?? styles.classic)()), ground: 'warm', lights, mood: 'day' }
}

const bothIn = (material) => Object.assign(material, { side: THREE.DoubleSide })

/** style tripod|arc|straight, base, shade colour */
export function floorLamp({ style = 'tripod', base = 'oak', shadeColour = 'cream' } = {}) {
  const material = baseMaterial(base)
  const styles = {
    tripod: () => [
      copies(3, (n) => {
        const turn = (n / 3) * 6.283 + 0.4
        return rod(
          baseMaterial(base, { seed: n }),
          [Math.cos(turn) * 0.75, 0, Math.sin(turn) * 0.75],
          [Math.cos(turn) * -0.03, 2.75, Math.sin(turn) * -0.03],
          0.035,
          0.045,
        )
      }),
      turned(
        [
          [0, 2.6],
          [0.1, 2.6, 0.02],
          [0.1, 2.8, 0.02],
          [0, 2.8],
        ],
        metal('brass'),
      ),
      shade(0.72, 0.5, 2.75, 3.5, shadeColour),
    ],
    arc: () => [
      turned(
        [
          [0, 0],
          [0.5, 0, 0.02],
          [0.5, 0.12, 0.04],
          [0, 0.13],
        ],
        clay('stone'),
      ),
      along(
        [
          [-0.0, 0.1, 0],
          [-0.05, 1.6, 0],
          [0.1, 2.8, 0],
          [0.75, 3.45, 0],
          [1.4, 3.1, 0],
          [1.5, 2.75, 0],
        ],
        0.03,
        material,
        { steps: 70 },
      ),
      place(
        turned(
          [
            [0, 0.42],
            [0.12, 0.42, 0.06],
            [0.42, 0.16, 0.25],
            [0.46, 0, 0.01],
          ],
          bothIn(coat(shadeColour)),
        ),
        { at: [1.5, 2.4, 0] },
      ),
      place(ball(0.14, glow('#ffdfae', 1.6)), { at: [1.5, 2.5, 0] }),
    ],
    straight: () => [
      turned(
        [
          [0, 0],
          [0.42, 0, 0.02],
          [0.42, 0.05, 0.02],
          [0.04, 0.09, 0.03],
          [0.028, 0.2, 0.03],
          [0.028, 2.9, 0.01],
        ],
        material,
      ),
      shade(0.62, 0.62, 2.75, 3.4, shadeColour),
    ],
  }
  return {
    group: group((styles[style] ?? styles.tripod)()),
    ground: 'linen',
    lights: lamp([0, 1.5, 0.2], 0.8),
    camera: { always: { above: 9 }, detail: { aim: [0.5, 0.82, 0.8] } },
  }
}
