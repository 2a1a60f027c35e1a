import * as THREE from 'three'
import { toneOf } from './palette.js'
import { wallCanvas } from './wall-canvases.js'

const LAMPS = 3

const noise = `
  float hash( vec3 p ) { p = fract( p * 0.3183099 + 0.1 ); p *= 17.0; return fract( p.x * p.y * p.z * ( p.x + p.y + p.z ) ); }
  float noise( vec3 x ) {
    vec3 i = floor( x ); vec3 f = fract( x ); f = f * f * ( 3.0 - 2.0 * f );
    return mix( mix( mix( hash( i ), hash( i + vec3( 1, 0, 0 ) ), f.x ), mix( hash( i + vec3( 0, 1, 0 ) ), hash( i + vec3( 1, 1, 0 ) ), f.x ), f.y ),
      mix( mix( hash( i + vec3( 0, 0, 1 ) ), hash( i + vec3( 1, 0, 1 ) ), f.x ), mix( hash( i + vec3( 0, 1, 1 ) ), hash( i + vec3( 1, 1, 1 ) ), f.x ), f.y ), f.z );
  }
  /** How much of a detail of this size can be seen where a pixel is this wide. */
  float seen( float detail, float pixel ) { return 1.0 - smoothstep( 0.25, 0.8, pixel / detail ); }`

/** What lies under the gift, in centimetres: `at` on the ground, `pixel` wide; answers the colour. */
const grounds = {
  planks: `
    float board = floor( at.y / wide );
    float across = fract( at.y / wide ) * wide;
    float own = hash( vec3( board, 3.0, seed ) );
    float along = at.x + own * 190.0;
    float piece = floor( along / 150.0 );
    vec3 wp = vec3( across * 0.1 + own * 9.0, own * 7.0 + piece * 3.1, along * 0.1 );
    float drift = noise( vec3( wp.xy * 0.9, wp.z * 0.22 ) ) * 0.9 + noise( vec3( wp.xy * 2.3, wp.z * 0.6 ) ) * 0.35;
    float ringAt = length( vec2( wp.x - own * 9.0 - 0.5, 1.4 ) ) * 5.5 + drift * 3.4;
    float ring = fract( ringAt );
    float grain = smoothstep( 0.0, 0.75, ring ) * ( 1.0 - smoothstep( 0.86, 1.0, ring ) );
    float fine = noise( vec3( wp.xy * 46.0, wp.z * 1.6 ) ) * 0.6 * seen( 0.2, pixel ) + noise( vec3( wp.xy * 110.0, wp.z * 4.0 ) ) * 0.4 * seen( 0.09, pixel );
    float pore = smoothstep( 0.7, 0.92, noise( vec3( wp.xy * 75.0, wp.z * 3.2 ) ) ) * 0.4 * seen( 0.13, pixel );
    float mixed = clamp( grain * 0.34 * seen( 1.2, pixel ) + ( fine - 0.4 ) * 0.4 + ( own - 0.5 ) * 0.34 + 0.3, 0.0, 1.0 );
    float edge = min( across, wide - across );
    float gap = 1.0 - smoothstep( 0.0, max( joint, pixel * 1.2 ), edge ) * 1.0;
    colour = mix( light, dark, mixed ) * ( 1.0 - pore * 0.4 ) * ( 1.0 - gap * deep * min( 1.0, joint * 1.6 / pixel ) );
    gleam = 0.5;`,
  linen: `
    vec2 thread = at / 0.11;
    float over = mod( floor( thread.x ) + floor( thread.y ), 2.0 );
    float slub = noise( vec3( at.x * 0.9, floor( thread.y ) * 0.7, 1.0 ) ) * 0.5 + noise( vec3( floor( thread.x ) * 0.7, at.y * 0.9, 5.0 ) ) * 0.5;
    float round = mix( sin( fract( thread.x ) * 3.1416 ), sin( fract( thread.y ) * 3.1416 ), over );
    float fold = noise( vec3( at * 0.055, 2.0 ) ) - 0.5;
    colour = mix( light, dark, clamp( 0.35 + ( slub - 0.5 ) * 0.9 * seen( 0.5, pixel ) - ( round - 0.6 ) * 0.5 * seen( 0.11, pixel ) + fold * 0.5, 0.0, 1.0 ) );
    gleam = 0.0;`,
  stone: `
    vec2 whole = at;
    if ( wide > 0.0 ) at += 170.0 * vec2( hash( vec3( floor( at / wide ), 3.0 ) ), hash( vec3( floor( at / wide ), 7.0 ) ) );
    float cloud = noise( vec3( at * 0.05, 1.0 ) ) * 0.55 + noise( vec3( at * 0.14, 4.0 ) ) * 0.3 + noise( vec3( at * 0.5, 7.0 ) ) * 0.15;
    vec2 run = vec2( at.x * 0.8 + at.y * 0.6, at.y * 0.8 - at.x * 0.6 ) * vec2( 0.016, 0.05 );
    vec2 bent = run + vec2( noise( vec3( at * 0.06, 2.0 ) ), noise( vec3( at * 0.06, 9.0 ) ) ) * 0.7;
    float there = smoothstep( 0.42, 0.72, noise( vec3( at * 0.035, 5.0 ) ) );
    float vein = ( 1.0 - smoothstep( 0.0, 0.07, abs( noise( vec3( bent, 3.0 ) ) - 0.5 ) ) ) * there;
    float thin = ( 1.0 - smoothstep( 0.0, 0.02, abs( noise( vec3( bent * 2.2, 6.0 ) ) - 0.5 ) ) ) * ( 0.2 + there );
    float sparkle = ( noise( vec3( at * 9.0, 1.0 ) ) - 0.5 ) * 0.12 * seen( 0.2, pixel );
    colour = mix( light, dark, clamp( ( cloud - 0.3 ) * 0.6 + vein * 0.34 + thin * 0.16 + sparkle, 0.0, 1.0 ) );
    if ( wide > 0.0 ) {
      vec2 in_ = min( fract( whole / wide ), 1.0 - fract( whole / wide ) ) * wide;
      float gap = 1.0 - smoothstep( joint * 0.5, joint + pixel, min( in_.x, in_.y ) );
      colour *= 1.0 - gap * deep;
      colour *= 0.95 + 0.1 * hash( vec3( floor( whole / wide ), 1.0 ) );
    }
    gleam = 0.9;`,
  rug: `
    float loop = noise( vec3( at * 2.6, 3.0 ) ) * 0.6 + noise( vec3( at * 5.5, 6.0 ) ) * 0.4;
    float tuft = noise( vec3( at * 0.25, 2.0 ) );
    float stripe = wide > 0.0 ? smoothstep( 0.46, 0.5, abs( fract( at.y / wide ) - 0.5 ) * 2.0 - 0.3 ) : 0.0;
    colour = mix( light, dark, clamp( stripe + ( tuft - 0.5 ) * 0.2, 0.0, 1.0 ) ) * ( 1.0 - ( 0.65 - loop ) * 0.5 * seen( 0.4, pixel ) );
    gleam = 0.0;`,
  lawn: `
    float patchy = noise( vec3( at * 0.035, 1.0 ) ) * 0.6 + noise( vec3( at * 0.11, 4.0 ) ) * 0.4;
    float blade = noise( vec3( at.x * 1.7 + at.y * 0.3, at.y * 0.5, 2.0 ) ) * 0.4 + noise( vec3( at.x * 3.6 - at.y * 0.5, at.y * 0.9, 8.0 ) ) * 0.35 + noise( vec3( at.x * 7.0, at.y * 1.6, 5.0 ) ) * 0.25;
    float daisy = 1.0 - smoothstep( 0.45, 0.8, length( fract( at / 23.0 ) * 23.0 - 3.0 - 17.0 * vec2( hash( vec3( floor( at / 23.0 ), 2.0 ) ), hash( vec3( floor( at / 23.0 ), 5.0 ) ) ) ) );
    colour = mix( light, dark, clamp( patchy * 0.7 + ( 0.55 - blade ) * 1.5 * seen( 0.6, pixel ) + 0.12, 0.0, 1.0 ) );
    colour = mix( colour, vec3( 0.9, 0.88, 0.8 ), daisy * deep );
    gleam = 0.0;`,
}

const surfaces = {
  oak: ['planks', '#d2a873', '#94673b', { wide: 14, joint: 0.14, deep: 0.75 }],
  walnut: ['planks', '#7b5238', '#38211a', { wide: 13, joint: 0.12, deep: 0.7 }],
  whitewash: ['planks', '#e9dfce', '#c3b294', { wide: 15, joint: 0.16, deep: 0.5 }],
  floor: ['planks', '#c79b69', '#8a5f38', { wide: 17, joint: 0.25, deep: 0.75 }],
  darkfloor: ['planks', '#70503a', '#382419', { wide: 17, joint: 0.25, deep: 0.75 }],
  deck: ['planks', '#b3977a', '#77604b', { wide: 11, joint: 0.7, deep: 0.92 }],
  linen: ['linen', '#f6f2ea', '#d2c8b6', {}],
  sagelinen: ['linen', '#b9c2a8', '#7d8a6c', {}],
  marble: ['stone', '#eeebe5', '#aaa49b', { deep: 0 }],
  slate: ['stone', '#6f7375', '#41464a', { deep: 0 }],
  flagstone: ['stone', '#c9c0b1', '#94897a', { wide: 55, joint: 0.6, deep: 0.5 }],
  bathtile: ['stone', '#e6e4de', '#bdb7ab', { wide: 30, joint: 0.25, deep: 0.3 }],
  rug: ['rug', '#e6dcc9', '#c4a184', { wide: 34 }],
  playrug: ['rug', '#e9e0cd', '#a9bfb4', { wide: 46 }],
  lawn: ['lawn', '#a3b05c', '#4d6a2e', { deep: 0.9 }],
}

/**
 * A place where a gift is used, behind and under it. Both are painted once a picture: the ground in full detail
 * with the shadows that fall on it, the wall from a soft drawing that fills the picture above the ground's edge.
 */
export function buildRoom(room, { mood, tone, shade, lights, camera, distance }) {
  const { ground = 'oak', wall, edge = -3.2, cm = 0.1, soft = 0.5 } = room
  const [kind, light, dark, how] = surfaces[ground]
  const key = new THREE.Color(mood.key[0])
  const sky = new THREE.Color(mood.sky[0])
  const total = mood.key[1] * 0.8 + mood.sky[1]
  const bright = mood.ground ?? 1
  const near = lights.slice(0, LAMPS)
  const uniforms = {
    shade: { value: shade.texture },
    reach: { value: shade.reach },
    light: { value: new THREE.Color(light) },
    dark: { value: new THREE.Color(dark) },
    key: { value: key.multiplyScalar((mood.key[1] * 0.8 * bright) / total) },
    sky: { value: sky.multiplyScalar((mood.sky[1] * bright) / total) },
    keyWay: { value: new THREE.Vector3(...mood.keyFrom).normalize() },
    back: { value: edge },
    soft: { value: soft },
    toCm: { value: 1 / cm },
    seed: { value: room.seed ?? 2 },
    wide: { value: how.wide ?? 0 },
    joint: { value: how.joint ?? 0.1 },
    deep: { value: how.deep ?? 0 },
    quarter: { value: room.quarter ? 1 : 0 },
    lampAt: { value: pad(near.map(({ position }) => position.clone())) },
    lampColour: {
      value: pad(near.map(({ color, intensity }) => vectorOf(color, intensity * 0.55))),
    },
  }
  const material = new THREE.ShaderMaterial({
    uniforms,
    transparent: true,
    vertexShader: `varying vec3 world; void main() { world = ( modelMatrix * vec4( position, 1.0 ) ).xyz; gl_Position = projectionMatrix * viewMatrix * vec4( world, 1.0 ); }`,
    fragmentShader: `uniform sampler2D shade; uniform float reach; uniform vec3 light; uniform vec3 dark; uniform vec3 key; uniform vec3 sky; uniform vec3 keyWay;
      uniform float back; uniform float soft; uniform float toCm; uniform float seed; uniform float wide; uniform float joint; uniform float deep; uniform float quarter;
      uniform vec3 lampAt[ ${LAMPS} ]; uniform vec3 lampColour[ ${LAMPS} ]; varying vec3 world;
      ${noise}
      void main() {
        vec2 at = world.xz * toCm;
        if ( quarter > 0.5 ) at = at.yx;
        vec2 span = fwidth( at );
        float pixel = max( 0.012, length( span ) * 0.6 );
        vec3 colour = light; float gleam = 0.0;
        ${grounds[kind]}
        vec2 on = vec2( world.x, - world.z ) / reach * 0.5 + 0.5;
        vec2 border = smoothstep( vec2( 0.0 ), vec2( 0.06 ), on ) * smoothstep( vec2( 0.0 ), vec2( 0.06 ), 1.0 - on );
        vec2 hidden = vec2( 0.0 );
        for ( int n = 0; n < 9; n ++ ) {
          float turn = float( n ) * 2.4;
          hidden += texture2D( shade, on + vec2( cos( turn ), sin( turn ) ) * sqrt( float( n ) ) * 0.0007 ).rg;
        }
        hidden *= border.x * border.y / 9.0;
        vec3 lit = key * ( 1.0 - hidden.r * 0.96 ) + sky * ( 1.0 - hidden.g * 0.95 ) + 0.012;
        for ( int n = 0; n < ${LAMPS}; n ++ ) {
          vec3 way = lampAt[ n ] - world;
          float far = length( way );
          lit += lampColour[ n ] * ( 0.15 + max( way.y, 0.0 ) / far ) / ( 0.6 + far * far ) * ( 1.0 - hidden.g * 0.8 );
        }
        vec3 view = normalize( cameraPosition - world );
        float mirror = pow( max( 0.0, dot( reflect( - view, vec3( 0, 1, 0 ) ), keyWay ) ), 14.0 );
        float graze = pow( 1.0 - view.y, 4.0 );
        vec3 sheen = ( sky * 0.5 * graze + key * mirror * 0.35 * ( 1.0 - hidden.r ) ) * gleam * ( 1.0 - hidden.g * 0.8 );
        float solid = smoothstep( back - soft, back + soft * 0.2, world.z );
        gl_FragColor = vec4( colour * lit * 1.2 + sheen * 0.35, solid );
      }`,
  })
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(60, 60), material)
  plane.rotation.x = -Math.PI / 2
  plane.position.z = edge - soft + 30
  const painted = wallCanvas(wall ?? 'plain', { seed: room.seed ?? 2, tone: toneOf(tone) })
  const parts = new THREE.Group()
  parts.add(facing(painted, { camera, distance, edge, bright: room.bright ?? 1 }), plane)
  if (mood.lampsOn) {
    for (const { position, color } of near) parts.add(halo(position, color, camera))
  }
  return parts
}

/** The air around a lamp in the evening, and the wall behind it. */
function halo(at, colour, camera) {
  const air = new THREE.Mesh(
    new THREE.PlaneGeometry(7, 7),
    new THREE.ShaderMaterial({
      uniforms: { tint: { value: colour } },
      vertexShader: `varying vec2 on; void main() { on = uv * 2.0 - 1.0; gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 ); }`,
      fragmentShader: `uniform vec3 tint; varying vec2 on;
        void main() { float r = length( on ); gl_FragColor = vec4( tint * 0.22 * exp( - r * r * 5.0 ) * ( 1.0 - smoothstep( 0.7, 1.0, r ) ), 1.0 ); }`,
      blending: THREE.AdditiveBlending,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    }),
  )
  air.position.copy(at)
  air.quaternion.copy(camera.quaternion)
  air.renderOrder = 9
  air.userData.drawnSoft = true
  return air
}

const vectorOf = (color, share) =>
  new THREE.Vector3(color.r, color.g, color.b).multiplyScalar(share)

function pad(list) {
  while (list.length < LAMPS) list.push(new THREE.Vector3(0, -90, 0).multiplyScalar(0))
  return list
}

/** The drawing stands square to the camera; its foot is the line where the ground ends. */
function facing(canvas, { camera, distance, edge, bright }) {
  const far = distance + 12
  const high = 2 * Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * far
  const wide = high * camera.aspect
  const foot = new THREE.Vector3(0, 0, edge).project(camera).y
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  // The drawing is as high as the picture is; what lies under its foot is behind the ground.
  const sheet = new THREE.Mesh(
    new THREE.PlaneGeometry(wide * 1.04, high * 1.04),
    new THREE.MeshBasicMaterial({ map: texture, color: new THREE.Color().setScalar(bright) }),
  )
  sheet.position.copy(camera.position)
  sheet.quaternion.copy(camera.quaternion)
  sheet.translateZ(-far)
  sheet.translateY(((foot + 1) / 2) * high * 0.999)
  const under = new THREE.Mesh(
    new THREE.PlaneGeometry(wide * 1.04, high),
    new THREE.MeshBasicMaterial({ color: '#2a241d' }),
  )
  under.position.copy(camera.position)
  under.quaternion.copy(camera.quaternion)
  under.translateZ(-far - 1)
  const pair = new THREE.Group()
  pair.add(under, sheet)
  pair.userData.drawnSoft = true
  return pair
}

/** What stands between the sun and the table outside the picture: it throws shadows and is not seen. */
export function sunThrough(kind, keyFrom, chance) {
  const hidden = new THREE.MeshBasicMaterial({ colorWrite: false, depthWrite: false })
  hidden.side = THREE.DoubleSide
  const whole = new THREE.Group()
  const panel = (w, h, x, y) => {
    const bar = new THREE.Mesh(new THREE.PlaneGeometry(w, h), hidden)
    bar.position.set(x, y, 0)
    bar.castShadow = true
    whole.add(bar)
  }
  if (kind === 'window') {
    panel(0.2, 6, 1.05, 0)
    panel(6, 0.16, 0, 0.75)
    panel(6, 0.16, 0, -1.35)
    panel(2, 8, -2.75, 0)
    panel(2, 8, 2.95, 0)
  } else if (kind === 'blinds') {
    for (let n = -7; n < 8; n++) panel(7, 0.2, 0, n * 0.52 + 0.1)
  } else if (kind === 'leaves') {
    for (let n = 0; n < 46; n++) {
      const leaf = new THREE.Mesh(new THREE.CircleGeometry(chance.between(0.1, 0.3), 9), hidden)
      const turn = chance.between(0, Math.PI * 2)
      const out = 1.15 + chance.between(0, 2.1)
      leaf.position.set(Math.cos(turn) * out * 1.1, Math.sin(turn) * out, chance.between(-0.3, 0.3))
      leaf.scale.set(1, chance.between(0.35, 0.8), 1)
      leaf.rotation.z = chance.between(0, 3)
      leaf.castShadow = true
      whole.add(leaf)
    }
  }
  const way = new THREE.Vector3(...keyFrom).normalize()
  whole.position.set(0, 0.6, 0).addScaledVector(way, 4.6)
  whole.lookAt(0, 0.6, 0)
  whole.userData.drawnSoft = true
  return whole
}
