import { pattern } from './pattern-canvases.js'

const carry = `varying vec3 solidAt;\nvarying vec3 solidWay;`

/**
 * Gives a material a pattern that lies in space instead of on unwrapped sheets, so it fits every
 * shape: three projections blended by where the surface faces.
 */
export function patterned(material, name, { scale = 1, depth = 0.01, shade = 1 } = {}) {
  const uniforms = {
    solidPattern: { value: pattern(name) },
    solidScale: { value: scale },
    solidDepth: { value: depth },
    solidShade: { value: shade },
  }
  return addToShader(material, `pattern`, uniforms, {
    declare: `uniform sampler2D solidPattern; uniform float solidScale; uniform float solidDepth; uniform float solidShade;
      vec3 solidTexel() {
        vec3 w = pow( abs( normalize( solidWay ) ), vec3( 6.0 ) );
        w /= w.x + w.y + w.z;
        vec3 p = solidAt * solidScale;
        vec3 x = texture2D( solidPattern, p.zy ).rgb;
        vec3 y = texture2D( solidPattern, p.xz ).rgb;
        vec3 z = texture2D( solidPattern, p.xy ).rgb;
        return x * w.x + y * w.y + z * w.z;
      }`,
    colour: `vec3 solid = solidTexel(); float solidHeight = solid.r * solidDepth;
      diffuseColor.rgb *= mix( 1.0, solid.g * 2.0, solidShade );`,
    bump: true,
  })
}

/** Wood that grows through the body: rings, fibres and pores along `axis`. */
export function grained(
  material,
  { light, dark, axis = 'x', rings = 5, pores = 0.5, seed = 0, drift = 0.55 },
) {
  const swizzle = { x: 'yzx', y: 'xzy', z: 'xyz' }[axis]
  const uniforms = {
    woodLight: { value: light },
    woodDark: { value: dark },
    woodSeed: { value: [1.3 + seed * 3.7, 2.1 + seed * 1.9, seed * 7.1] },
    woodRings: { value: rings },
    woodPores: { value: pores },
    woodDrift: { value: drift },
  }
  return addToShader(material, `wood-${axis}`, uniforms, {
    declare: `uniform vec3 woodLight; uniform vec3 woodDark; uniform vec3 woodSeed; uniform float woodRings; uniform float woodPores; uniform float woodDrift;
      float woodHash( vec3 p ) { p = fract( p * 0.3183099 + 0.1 ); p *= 17.0; return fract( p.x * p.y * p.z * ( p.x + p.y + p.z ) ); }
      float woodNoise( vec3 x ) {
        vec3 i = floor( x ); vec3 f = fract( x ); f = f * f * ( 3.0 - 2.0 * f );
        return mix( mix( mix( woodHash( i ), woodHash( i + vec3( 1, 0, 0 ) ), f.x ), mix( woodHash( i + vec3( 0, 1, 0 ) ), woodHash( i + vec3( 1, 1, 0 ) ), f.x ), f.y ),
          mix( mix( woodHash( i + vec3( 0, 0, 1 ) ), woodHash( i + vec3( 1, 0, 1 ) ), f.x ), mix( woodHash( i + vec3( 0, 1, 1 ) ), woodHash( i + vec3( 1, 1, 1 ) ), f.x ), f.y ), f.z );
      }`,
    colour: `vec3 wp = solidAt.${swizzle} + woodSeed;
      float drift = woodNoise( vec3( wp.xy * 0.9, wp.z * 0.5 ) ) * 0.9 + woodNoise( vec3( wp.xy * 2.3, wp.z * 1.1 ) ) * 0.3;
      float ringAt = length( wp.xy * vec2( 1.0, 0.7 ) ) * woodRings + drift * woodRings * woodDrift;
      float ringShape = fract( ringAt );
      float ringTone = smoothstep( 0.0, 0.75, ringShape ) * ( 1.0 - smoothstep( 0.86, 1.0, ringShape ) );
      float fibre = woodNoise( vec3( wp.xy * 46.0, wp.z * 1.6 ) ) * 0.6 + woodNoise( vec3( wp.xy * 110.0, wp.z * 4.0 ) ) * 0.4;
      float pore = smoothstep( 0.7, 0.92, woodNoise( vec3( wp.xy * 75.0, wp.z * 3.2 ) ) ) * woodPores;
      float broad = woodNoise( vec3( wp.xy * 1.4 + 9.0, wp.z * 0.35 ) );
      float toneMix = clamp( ringTone * 0.42 + ( fibre - 0.5 ) * 0.42 + ( broad - 0.5 ) * 0.45 + 0.28, 0.0, 1.0 );
      diffuseColor.rgb *= mix( woodLight, woodDark, toneMix ) * ( 1.0 - pore * 0.42 );
      float solidHeight = ( fibre * 0.5 - pore ) * 0.0022;
      roughnessFactorShift = pore * 0.2 - ( fibre - 0.5 ) * 0.12;`,
    before: 'float roughnessFactorShift = 0.0;',
    bump: true,
  })
}

function addToShader(material, key, uniforms, { declare, colour, before = '', bump }) {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms)
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${carry}`)
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>\nsolidAt = position;\nsolidWay = normal;`,
      )
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${carry}\n${declare}`)
      .replace('#include <map_fragment>', `#include <map_fragment>\n${before}\n${colour}`)
      .replace(
        '#include <roughnessmap_fragment>',
        before
          ? '#include <roughnessmap_fragment>\nroughnessFactor = clamp( roughnessFactor + roughnessFactorShift, 0.05, 1.0 );'
          : '#include <roughnessmap_fragment>',
      )
    if (bump) {
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <normal_fragment_maps>',
        `#include <normal_fragment_maps>
        {
          vec3 sigmaX = dFdx( - vViewPosition );
          vec3 sigmaY = dFdy( - vViewPosition );
          vec3 r1 = cross( sigmaY, normal );
          vec3 r2 = cross( normal, sigmaX );
          float det = dot( sigmaX, r1 );
          vec2 slope = vec2( dFdx( solidHeight ), dFdy( solidHeight ) );
          vec3 tilt = sign( det ) * ( slope.x * r1 + slope.y * r2 ) / max( abs( det ), 1e-9 );
          float steep = length( tilt );
          normal = normalize( normal - tilt * min( 1.0, 1.1 / max( steep, 1e-5 ) ) );
        }`,
      )
    }
  }
  material.customProgramCacheKey = () => key
  return material
}
