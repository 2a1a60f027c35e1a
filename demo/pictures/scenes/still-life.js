import * as THREE from 'three'
import { families } from '../families/all-families.js'
import { block, group, place } from '../stage/shaping.js'
import { fabric, wood } from '../stage/surfaces.js'

/** A thing from a family, brought to a height (or width, when flat) and set down. */
export function item(family, wish, { tall, wide, at = [0, 0, 0], turn = 0 }) {
  const made = typeof family === 'function' ? family(wish) : families[family](wish)
  const inner = made.group
  inner.updateMatrixWorld(true)
  const box = new THREE.Box3().setFromObject(inner, true)
  const size = box.getSize(new THREE.Vector3())
  const middle = box.getCenter(new THREE.Vector3())
  inner.position.sub(new THREE.Vector3(middle.x, box.min.y, middle.z))
  const scale = tall ? tall / size.y : wide / size.x
  const lights = (made.lights ?? []).map((light) => {
    const near = light.clone()
    near.position
      .sub(new THREE.Vector3(middle.x, box.min.y, middle.z))
      .multiplyScalar(scale)
      .add(new THREE.Vector3(...at))
    near.intensity *= scale * 1.2
    near.distance *= scale * 1.5
    return near
  })
  return { part: place(group(inner), { at, turn: [0, turn, 0], scale }), lights }
}

/**
 * A table of planks whose top is the floor of the picture. It lies flat under all lamps, so it is
 * painted darker than its wood, or the shadows on it would be washed out.
 */
export function table(
  kind = 'walnut',
  { width = 22, depth = 7, front = 3.2, plank = 1.25, shade = 0.6 } = {},
) {
  const boards = []
  for (let n = 0; n * plank < depth; n++) {
    const timber = wood(kind, { seed: n * 2 + 1, rough: 0.42, rings: 11, drift: 0.16 })
    timber.color.setScalar(shade)
    const board = block(
      timber,
      [width, 0.3, plank - 0.012],
      [0, -0.3, front - plank / 2 - n * plank],
      0.012,
    )
    board.userData.unframed = true
    boards.push(board)
  }
  return group(boards)
}

/** A cloth on the table, with a hem and soft waves. */
export function runner(colour, { width = 20, depth = 2.2, z = 0 } = {}) {
  const cloth = block(fabric(colour, 'linen'), [width, 0.03, depth], [0, 0, z], 0.012)
  cloth.userData.unframed = true
  return cloth
}

/** Soft round lights far behind, as a lens shows them. */
export function distantLights(
  count,
  chance,
  {
    colour = '#ffc987',
    width = 16,
    high = [0.6, 4.4],
    far = -4.6,
    size = [0.1, 0.34],
    strength = 0.5,
  } = {},
) {
  const dots = []
  for (let n = 0; n < count; n++) {
    const material = new THREE.ShaderMaterial({
      uniforms: {
        tint: { value: new THREE.Color(colour).multiplyScalar(strength * chance.between(0.35, 1)) },
      },
      vertexShader: `varying vec2 on; void main() { on = uv * 2.0 - 1.0; gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 ); }`,
      fragmentShader: `uniform vec3 tint; varying vec2 on;
        void main() { float r = length( on ); float disc = ( 1.0 - smoothstep( 0.86, 1.0, r ) ) * ( 0.7 + 0.3 * r * r ); gl_FragColor = vec4( tint * disc, 1.0 ); }`,
      blending: THREE.AdditiveBlending,
      transparent: true,
      depthWrite: false,
    })
    const dot = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), material)
    dot.position.set(
      chance.between(-width / 2, width / 2),
      chance.between(...high),
      far + chance.between(-0.3, 0.3),
    )
    dot.scale.setScalar(chance.between(...size) * 2)
    dot.userData.unframed = true
    dots.push(dot)
  }
  return group(dots)
}

/**
 * A picture of several things: rows of [family, parameters, {tall|wide, at, turn}].
 */
export function stillLife(
  rows,
  {
    ground,
    mood = 'day',
    extra = [],
    view = {},
    lights = [],
    table: onTable = false,
    reach = 3.6,
    ...rest
  } = {},
) {
  const made = rows.map(([family, wish, where]) => item(family, wish, where))
  return {
    group: group(
      made.map(({ part }) => part),
      extra,
    ),
    lights: [...made.flatMap((one) => one.lights), ...lights],
    ground,
    mood,
    reach,
    table: onTable,
    size: 'as-is',
    camera: { always: { around: 0, above: 14, fill: 0.82, ...view } },
    paper: { depth: 6.5, ...(onTable ? { below: 2.4 } : {}) },
    ...rest,
  }
}
