import * as THREE from 'three'
import { hue } from './palette.js'
import { grained, patterned } from './solid-finish.js'

const physical = (colour, options = {}) =>
  new THREE.MeshPhysicalMaterial({ color: hue(colour), roughness: 0.5, ...options })

/** Shiny fired glaze; `speckle` for stoneware. */
export function glaze(colour, { rough = 0.2, speckle = false } = {}) {
  const material = physical(colour, { roughness: rough, ior: 1.52 })
  return speckle ? patterned(material, 'speckle', { scale: 0.7, depth: 0.0008 }) : material
}

/** Satin glaze, between shiny and bare. */
export const satin = (colour, options) => glaze(colour, { rough: 0.42, ...options })

/** Unglazed clay. */
export const clay = (colour) =>
  patterned(physical(colour, { roughness: 0.88 }), 'clay', { scale: 0.9, depth: 0.004 })

export const concrete = (colour = 'stone') =>
  patterned(physical(colour, { roughness: 0.9 }), 'concrete', { scale: 0.6, depth: 0.004 })

const metals = {
  brass: ['#d9a94f', 0.24],
  gold: ['#e2b765', 0.18],
  copper: ['#d98a63', 0.2],
  rosegold: ['#dfa58d', 0.2],
  chrome: ['#e6e8ea', 0.06],
  steel: ['#c3c5c6', 0.3],
  silver: ['#dcdcda', 0.16],
  aluminium: ['#c9cbce', 0.36],
  bronze: ['#7d5b3a', 0.32],
  gunmetal: ['#55585c', 0.3],
  iron: ['#3a3938', 0.55],
  blackmetal: ['#232323', 0.42],
}

export function metal(name = 'brass', { rough, brushed = false, hammered = false } = {}) {
  const [colour, usual] = metals[name] ?? [hue(name), 0.3]
  const material = physical(colour, { metalness: 1, roughness: rough ?? usual })
  if (hammered) return patterned(material, 'hammered', { scale: 0.55, depth: 0.035, shade: 0 })
  if (brushed) return patterned(material, 'brushed', { scale: 0.8, depth: 0.0012, shade: 0.6 })
  return material
}

/** Painted metal: powder coat, enamel. */
export const coat = (colour, rough = 0.42) => physical(colour, { roughness: rough })

export const enamel = (colour) => physical(colour, { roughness: 0.16, ior: 1.55 })

const woods = {
  oak: ['#d6ab78', '#9a6d3f', 5, 0.7],
  walnut: ['#7d553a', '#3a2217', 4.5, 0.5],
  beech: ['#e0b68a', '#bd8c5f', 7, 0.35],
  ash: ['#e5cfa8', '#bc9a6b', 5, 0.6],
  pine: ['#e7c48c', '#c08d4f', 4, 0.15],
  olive: ['#c79a5c', '#6b4423', 6.5, 0.2],
  acacia: ['#a8703f', '#5a3219', 5, 0.4],
  bamboo: ['#e2c68d', '#c4a063', 9, 0.25],
  teak: ['#a9713f', '#71431f', 5, 0.5],
  ebony: ['#37302c', '#191614', 6, 0.3],
  whitewood: ['#ece3d3', '#d3c4ab', 5, 0.5],
}

export function wood(name = 'oak', { axis = 'x', seed = 0, rough = 0.48, rings, drift } = {}) {
  const [light, dark, usual, pores] = woods[name] ?? woods.oak
  const material = physical('#ffffff', { roughness: rough })
  return grained(material, {
    light: new THREE.Color(light),
    dark: new THREE.Color(dark),
    axis,
    rings: rings ?? usual,
    pores,
    seed,
    drift,
  })
}

export const isWood = (name) => name in woods

/** What a part is made of, by its name: a wood, a metal, or else painted. */
export const madeOf = (name, paint = coat, { axis, seed, ...shine } = {}) => {
  if (isWood(name)) return wood(name, { axis, seed })
  return name in metals ? metal(name, shine) : paint(name)
}

const weaves = {
  linen: { scale: 1.3, depth: 0.006, sheen: 0.25 },
  canvas: { scale: 2.0, depth: 0.004, sheen: 0.15 },
  basket: { scale: 0.9, depth: 0.05, sheen: 0 },
  twill: { scale: 1.6, depth: 0.005, sheen: 0.2 },
  knit: { scale: 0.8, depth: 0.05, sheen: 0.5 },
  wool: { scale: 0.8, depth: 0.022, sheen: 0.6 },
  felt: { scale: 0.9, depth: 0.01, sheen: 0.5 },
  terry: { scale: 0.95, depth: 0.011, sheen: 0.6 },
  fur: { scale: 0.6, depth: 0.03, sheen: 1 },
}

export function fabric(colour, weave = 'linen', { scale = 1, depth = 1 } = {}) {
  const how = weaves[weave] ?? weaves.linen
  const base = new THREE.Color(hue(colour))
  const material = physical(colour, { roughness: 0.92, specularIntensity: 0.25 })
  if (how.sheen) {
    material.sheen = how.sheen
    material.sheenRoughness = 0.55
    material.sheenColor = base.clone().lerp(new THREE.Color('#ffffff'), 0.45)
  }
  return patterned(material, weave in weaves ? weave : 'linen', {
    scale: how.scale * scale,
    depth: (how.depth * depth) / scale,
  })
}

export function velvet(colour) {
  const base = new THREE.Color(hue(colour))
  return physical(colour, {
    roughness: 0.9,
    specularIntensity: 0.1,
    sheen: 1,
    sheenRoughness: 0.35,
    sheenColor: base.clone().lerp(new THREE.Color('#ffffff'), 0.4),
  })
}

export const leather = (colour, { fine = false, scale = 0.8, rough = 0.5 } = {}) =>
  patterned(
    physical(colour, { roughness: rough, specularIntensity: 0.7 }),
    fine ? 'fineLeather' : 'leather',
    {
      scale,
      depth: fine ? 0.005 : 0.01,
    },
  )

export const paper = (colour) =>
  patterned(physical(colour, { roughness: 0.93, specularIntensity: 0.3 }), 'paper', {
    scale: 0.8,
    depth: 0.001,
  })

export const card = (colour, rough = 0.62) =>
  physical(colour, { roughness: rough, specularIntensity: 0.5 })

/** Matte moulded plastic with a trace of texture. */
export const plastic = (colour, { rough = 0.48 } = {}) =>
  patterned(physical(colour, { roughness: rough }), 'orange', {
    scale: 1.6,
    depth: 0.0012,
    shade: 0,
  })

export const gloss = (colour, rough = 0.12) => physical(colour, { roughness: rough })

export const rubber = (colour = 'charcoal') =>
  physical(colour, { roughness: 0.82, specularIntensity: 0.5 })

export const soil = () =>
  patterned(physical('#3a2a20', { roughness: 1, specularIntensity: 0.1 }), 'soil', {
    scale: 1.2,
    depth: 0.09,
    shade: 1.2,
  })

export const cork = () =>
  patterned(physical('#c49a6a', { roughness: 0.95 }), 'cork', {
    scale: 1.6,
    depth: 0.012,
    shade: 0.8,
  })

export const leaf = (colour = '#3d6b3f', rough = 0.42) =>
  physical(colour, { roughness: rough, side: THREE.DoubleSide, specularIntensity: 0.7 })

const chocolates = { dark: '#2c1711', milk: '#6a3d24', white: '#ead9b4', ruby: '#b4686c' }

export const chocolate = (kind = 'dark') =>
  physical(chocolates[kind] ?? kind, { roughness: 0.34, ior: 1.42 })

export function wax(colour = 'ivory') {
  const base = new THREE.Color(hue(colour))
  return physical(colour, {
    roughness: 0.5,
    emissive: base.clone().multiplyScalar(0.09),
    sheen: 0.4,
    sheenRoughness: 0.7,
    sheenColor: base.clone().lerp(new THREE.Color('#fff'), 0.5),
  })
}

export const glow = (colour = '#ffd9a0', strength = 2) =>
  physical('#000000', {
    emissive: new THREE.Color(colour),
    emissiveIntensity: strength,
    roughness: 1,
  })

/** A lampshade with the light on. */
export function litShade(colour, strength = 0.55) {
  const base = new THREE.Color(hue(colour))
  const material = fabric(colour, 'linen')
  material.emissive = base.clone().multiply(new THREE.Color('#ffd6a1'))
  material.emissiveIntensity = strength
  material.side = THREE.DoubleSide
  return material
}

/** A drawn sheet: label, screen, print. */
export const printed = (texture, { rough = 0.6, lit = 0, metalness = 0 } = {}) =>
  new THREE.MeshPhysicalMaterial({
    map: texture,
    roughness: rough,
    metalness,
    ...(lit ? { emissive: '#ffffff', emissiveMap: texture, emissiveIntensity: lit } : {}),
  })

/** Frosted or milky glass and translucent plastic. */
export const frosted = (colour) => {
  const base = new THREE.Color(hue(colour))
  return physical(colour, { roughness: 0.55, emissive: base.clone().multiplyScalar(0.14) })
}

/** Fire: bright in the middle, thin at the edge, redder towards the tip. */
export function fire(strength = 1.6) {
  const material = new THREE.ShaderMaterial({
    uniforms: { strength: { value: strength } },
    vertexShader: `varying vec3 facing; varying vec3 seenFrom; varying float up;
      void main() { up = uv.y; facing = normalMatrix * normal; vec4 p = modelViewMatrix * vec4( position, 1.0 ); seenFrom = - p.xyz; gl_Position = projectionMatrix * p; }`,
    fragmentShader: `uniform float strength; varying vec3 facing; varying vec3 seenFrom; varying float up;
      void main() {
        float nv = abs( dot( normalize( facing ), normalize( seenFrom ) ) );
        float core = pow( nv, 1.4 );
        vec3 hot = mix( vec3( 1.0, 0.36, 0.06 ), vec3( 1.0, 0.85, 0.5 ), core );
        hot = mix( vec3( 0.25, 0.4, 1.0 ), hot, smoothstep( 0.0, 0.18, up ) );
        float solid = smoothstep( 0.05, 0.75, nv ) * ( 1.0 - smoothstep( 0.8, 1.0, up ) * 0.7 ) * smoothstep( 0.0, 0.22, up );
        gl_FragColor = vec4( hot * ( 0.5 + core ) * strength * solid, solid );
      }`,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneMinusSrcAlphaFactor,
    depthWrite: false,
    transparent: true,
  })
  return material
}
