import * as THREE from 'three'
import { KEY_SAMPLES, SKY_SAMPLES } from './studio-shading.js'

const REACH = 2.6

/** Lamps, walls and floor of the photo studio. Subjects are about two units high. */
export const moods = {
  day: {
    key: ['#fff5ea', 1.28],
    sky: ['#f4f7ff', 0.78],
    boxes: 1,
    keyFrom: [-0.62, 0.85, 0.55],
    keySize: 0.42,
    walls: 0.42,
    fill: 0.3,
    exposure: 1,
  },
  evening: {
    key: ['#ffcb90', 1.5],
    sky: ['#b4bfdc', 0.4],
    boxes: 0.75,
    keyFrom: [-0.85, 0.5, 0.08],
    keySize: 0.2,
    walls: 0.22,
    fill: 0.3,
    exposure: 1,
  },
  alpine: {
    key: ['#ffeccb', 1.7],
    sky: ['#d6e5ff', 0.75],
    boxes: 1,
    keyFrom: [0.85, 0.5, 0.04],
    keySize: 0.16,
    walls: 0.42,
    fill: 0.3,
    exposure: 1,
  },
  flat: {
    key: ['#fffaf2', 1.05],
    sky: ['#f6f8ff', 1.0],
    boxes: 1,
    keyFrom: [-0.45, 1, 0.4],
    keySize: 0.6,
    walls: 0.5,
    fill: 0.3,
    exposure: 1,
  },
}

export function buildLamps(scene, mood, tone, reach = REACH, mapSize = 1024) {
  const centre = new THREE.Vector3(0, 0.9, 0)
  const bounce = new THREE.Color(tone).multiplyScalar(0.75)
  scene.add(new THREE.HemisphereLight(mood.sky[0], bounce, mood.fill * Math.PI))
  const lamp = ([colour, strength], share) => {
    const light = new THREE.DirectionalLight(colour, (strength * Math.PI) / share)
    light.castShadow = true
    light.shadow.mapSize.set(mapSize, mapSize)
    light.shadow.radius = 1.6
    light.shadow.bias = -0.0012
    light.shadow.normalBias = 0.012
    Object.assign(light.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.5,
      far: 14,
    })
    light.shadow.camera.updateProjectionMatrix()
    scene.add(light, light.target)
    return light
  }
  const keys = Array.from({ length: KEY_SAMPLES }, () => lamp(mood.key, KEY_SAMPLES))
  const skies = Array.from({ length: SKY_SAMPLES }, () => lamp(mood.sky, SKY_SAMPLES))
  const keyWay = new THREE.Vector3(...mood.keyFrom).normalize()
  const side = new THREE.Vector3(0, 1, 0).cross(keyWay).normalize()
  const up = keyWay.clone().cross(side)

  const keyAt = (n) => {
    const [a, b] = spread(n)
    const [x, y] = disc(a, b, mood.keySize)
    return keyWay.clone().addScaledVector(side, x).addScaledVector(up, y).normalize()
  }
  const skyAt = (n) => {
    const [a, b] = spread(n + 7)
    const sine = Math.sqrt(a * 0.94)
    const turn = b * Math.PI * 2
    return new THREE.Vector3(
      Math.cos(turn) * sine,
      Math.sqrt(1 - sine * sine),
      Math.sin(turn) * sine,
    )
  }

  /** Moves every lamp to its place in pass `pass` of `passes`. */
  const placeLamps = (pass) => {
    for (const light of [...keys, ...skies]) light.shadow.radius = 0.8 + 3.2 * spread(pass)[0]
    keys.forEach((light, n) => place(light, keyAt(pass * KEY_SAMPLES + n)))
    skies.forEach((light, n) => place(light, skyAt(pass * SKY_SAMPLES + n)))
  }
  return { placeLamps, keyAt, skyAt }

  function place(light, way) {
    light.target.position.copy(centre)
    light.position.copy(centre).addScaledVector(way, 7)
    light.target.updateMatrixWorld()
  }
}

/** An evenly spread sequence in the unit square. */
export function spread(n) {
  return [(0.5 + n * 0.7548776662466927) % 1, (0.5 + n * 0.5698402909980532) % 1]
}

export function disc(a, b, size) {
  const turn = b * Math.PI * 2
  return [Math.cos(turn) * Math.sqrt(a) * size, Math.sin(turn) * Math.sqrt(a) * size]
}

/** What glossy things mirror: softboxes, pale walls, the floor in the picture's own tone. */
export function studioSurroundings(renderer, tone, mood, cache) {
  const key = `${tone}|${JSON.stringify(mood)}`
  if (cache.has(key)) return cache.get(key)
  const room = new THREE.Scene()
  const paint = (colour, strength = 1) =>
    new THREE.MeshBasicMaterial({
      color: new THREE.Color(colour).multiplyScalar(strength),
      side: THREE.DoubleSide,
    })
  const walls = new THREE.Color('#ffffff').lerp(new THREE.Color(tone), 0.5)
  const shell = new THREE.Mesh(
    new THREE.SphereGeometry(10, 32, 24),
    gradientPaint(walls, tone, mood.walls),
  )
  room.add(shell)
  const panel = (width, height, position, strength, colour = '#ffffff') => {
    const mesh = new THREE.Mesh(
      new THREE.PlaneGeometry(width, height),
      paint(colour, strength * mood.boxes),
    )
    mesh.position.set(...position)
    mesh.lookAt(0, 0.5, 0)
    room.add(mesh)
    return mesh
  }
  const [kx, ky, kz] = new THREE.Vector3(...mood.keyFrom).normalize().multiplyScalar(6).toArray()
  panel(4.6, 4.6, [kx, ky, kz], 7.5, mood.key[0])
  panel(1.5, 6.5, [-Math.sign(kx) * 6.2, 2.6, 2.2], 3.6, mood.sky[0])
  panel(1.1, 5, [Math.sign(kx) * 4.5, 2.4, -5.6], 4.6)
  panel(1.4, 5.5, [-Math.sign(kx) * 4.8, 3, -5.2], 3.6)
  panel(6, 3, [0, 7.5, -1.2], 2.4)
  const maker = new THREE.PMREMGenerator(renderer)
  const texture = maker.fromScene(room, 0, 0.1, 30, { size: 256 }).texture
  maker.dispose()
  if (cache.size > 40) cache.clear()
  cache.set(key, texture)
  return texture
}

function gradientPaint(walls, tone, strength) {
  return new THREE.ShaderMaterial({
    side: THREE.BackSide,
    uniforms: {
      high: { value: walls.clone().multiplyScalar(strength) },
      low: { value: new THREE.Color(tone).multiplyScalar(0.72) },
      dark: { value: walls.clone().multiplyScalar(strength * 0.55) },
    },
    vertexShader: `varying vec3 way; void main() { way = position; gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 ); }`,
    fragmentShader: `uniform vec3 high; uniform vec3 low; uniform vec3 dark; varying vec3 way;
      void main() {
        vec3 d = normalize( way );
        vec3 wall = mix( dark, high, smoothstep( -0.1, 0.8, d.y ) );
        gl_FragColor = vec4( mix( low, wall, smoothstep( -0.12, 0.06, d.y ) ), 1.0 );
      }`,
  })
}

/** Seamless paper: floor that curves up into the wall behind. `shade` is the floor's shadow. */
export function seamlessPaper(
  tone,
  mood,
  shade,
  { depth = 5.5, width = 70, rise = 16, bend = 3 } = {},
) {
  const profile = []
  const front = 16
  for (let n = 0; n <= 8; n++) profile.push([front + (-depth + bend - front) * (n / 8), 0])
  for (let n = 1; n <= 24; n++) {
    const turn = (n / 24) * (Math.PI / 2)
    profile.push([-depth + bend - Math.sin(turn) * bend, bend - Math.cos(turn) * bend])
  }
  profile.push([-depth, rise])
  const positions = []
  const indices = []
  for (const [z, y] of profile) positions.push(-width / 2, y, z, width / 2, y, z)
  for (let n = 0; n < profile.length - 1; n++) {
    const a = n * 2
    indices.push(a, a + 1, a + 2, a + 1, a + 3, a + 2)
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setIndex(indices)
  const key = new THREE.Color(mood.key[0])
  const sky = new THREE.Color(mood.sky[0])
  const total = mood.key[1] * 0.8 + mood.sky[1]
  const paper = new THREE.Mesh(
    geometry,
    new THREE.ShaderMaterial({
      uniforms: {
        shade: { value: shade.texture },
        reach: { value: shade.reach },
        tone: { value: new THREE.Color(tone) },
        key: { value: key.multiplyScalar((mood.key[1] * 0.8) / total) },
        sky: { value: sky.multiplyScalar(mood.sky[1] / total) },
        pool: { value: mood.pool ?? 0.2 },
      },
      vertexShader: `varying vec3 world; void main() { world = ( modelMatrix * vec4( position, 1.0 ) ).xyz; gl_Position = projectionMatrix * viewMatrix * vec4( world, 1.0 ); }`,
      fragmentShader: `uniform sampler2D shade; uniform float reach; uniform vec3 tone; uniform vec3 key; uniform vec3 sky; uniform float pool; varying vec3 world;
        void main() {
          vec2 on = vec2( world.x, - world.z ) / reach * 0.5 + 0.5;
          vec2 border = smoothstep( vec2( 0.0 ), vec2( 0.06 ), on ) * smoothstep( vec2( 0.0 ), vec2( 0.06 ), 1.0 - on );
          vec2 dark = vec2( 0.0 );
          for ( int n = 0; n < 9; n ++ ) {
            float turn = float( n ) * 2.4;
            dark += texture2D( shade, on + vec2( cos( turn ), sin( turn ) ) * sqrt( float( n ) ) * 0.0007 ).rg;
          }
          dark *= border.x * border.y * ( 1.0 - smoothstep( 0.02, 0.6, world.y ) ) / 9.0;
          float fall = 1.0 - pool * smoothstep( 1.5, 11.0, length( world * vec3( 0.8, 1.0, 1.0 ) ) );
          vec3 light = key * ( 1.0 - dark.r * 0.97 ) + sky * ( 1.0 - dark.g * 0.96 ) + 0.015;
          gl_FragColor = vec4( tone * light * fall * 1.2, 1.0 );
        }`,
    }),
  )
  paper.userData.paper = true
  return paper
}
