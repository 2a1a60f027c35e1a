import * as THREE from 'three'
import { hue } from './palette.js'

const tints = {
  clear: '#f4f9f6',
  smoke: '#8b8680',
  amber: '#d08a3a',
  brown: '#6b3413',
  green: '#5d8a5a',
  bottle: '#2b4a2a',
  blue: '#7fb2cf',
  cobalt: '#2a49a8',
  rose: '#e6b3ae',
  aqua: '#b5dcd8',
  water: '#f2f8f8',
  wine: '#8a1226',
  rosewine: '#e79a86',
  whitewine: '#ecdf9e',
  oil: '#c9b02e',
  honey: '#e09a1c',
  jam: '#8c1220',
  tea: '#b8641e',
  coffee: '#2a1206',
}

/**
 * Thin glass without refraction: first it filters what is behind, deeper where the wall is seen
 * edge-on, then it adds what it mirrors. Both are order-free, so glass behind glass works.
 */
export function glass(
  geometry,
  tint = 'clear',
  { deep = 1, rim = 1, rough = 0.03, shine = 1, shade = 0.42 } = {},
) {
  const colour = new THREE.Color(tints[tint] ?? hue(tint))
  const filter = new THREE.ShaderMaterial({
    uniforms: { tint: { value: colour }, deep: { value: deep }, rim: { value: rim } },
    vertexShader: `varying vec3 facing; varying vec3 seenFrom;
      void main() { facing = normalMatrix * normal; vec4 p = modelViewMatrix * vec4( position, 1.0 ); seenFrom = - p.xyz; gl_Position = projectionMatrix * p; }`,
    fragmentShader: `uniform vec3 tint; uniform float deep; uniform float rim; varying vec3 facing; varying vec3 seenFrom;
      void main() {
        float nv = abs( dot( normalize( facing ), normalize( seenFrom ) ) );
        float edge = pow( 1.0 - nv, 2.6 );
        vec3 through = pow( tint, vec3( deep * ( 0.5 + 2.4 * edge ) ) );
        through *= 1.0 - rim * 0.5 * pow( 1.0 - nv, 4.0 );
        gl_FragColor = vec4( through, 1.0 );
      }`,
    blending: THREE.CustomBlending,
    blendSrc: THREE.ZeroFactor,
    blendDst: THREE.SrcColorFactor,
    side: THREE.DoubleSide,
    depthWrite: false,
    transparent: true,
  })
  const mirror = new THREE.MeshPhysicalMaterial({
    color: '#000000',
    roughness: rough,
    ior: 1.5,
    specularIntensity: shine,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthWrite: false,
    transparent: true,
  })
  const behind = new THREE.Mesh(geometry, filter)
  behind.renderOrder = 1
  behind.userData.shade = shade
  const front = new THREE.Mesh(geometry, mirror)
  front.renderOrder = 2
  front.userData.shade = 0
  front.userData.unframed = true
  const whole = new THREE.Group()
  whole.add(behind, front)
  return whole
}
