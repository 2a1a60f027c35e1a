import { ShaderChunk, ShaderLib } from 'three'

/** The first light of a pass is a sample of the key softbox, the others of the sky dome. */
export const KEY_SAMPLES = 1
export const SKY_SAMPLES = 2

/**
 * Every picture is the mean of several passes, each with other positions of the lamps. Direct
 * light therefore gives only the diffuse part (a mirror would show a dot per pass); what shines
 * comes from the softboxes of the surroundings, dimmed where the sky is hidden. The shader of
 * three's physical material is replaced by one that a software renderer gets through quickly.
 */
export function installStudioShading() {
  ShaderLib.physical.fragmentShader = lean
  const name = 'shadowmap_pars_fragment'
  const plain = ShaderChunk[name]
  // One look at each shadow map, at a place that differs from pixel to pixel; the passes even it out.
  ShaderChunk[name] = plain.replace(
    'float depth = texture2D( shadowMap, shadowCoord.xy ).r;',
    `float phi = shadowRadius * 97.0 + PI2 * fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) );
				float depth = texture2D( shadowMap, shadowCoord.xy + vec2( cos( phi ), sin( phi ) ) * shadowRadius / shadowMapSize ).r;`,
  )
  if (ShaderChunk[name] === plain) throw new Error('the shadow lookup of three has changed')
}

const lean = `
#define STANDARD
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
uniform float ior;
uniform float specularIntensity;
#ifdef USE_SHEEN
  uniform vec3 sheenColor;
#endif
varying vec3 vViewPosition;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <shadowmap_pars_fragment>

void main() {
  vec4 diffuseColor = vec4( diffuse, opacity );
  vec3 totalEmissiveRadiance = emissive;
  #include <map_fragment>
  #include <color_fragment>
  #include <roughnessmap_fragment>
  #include <normal_fragment_begin>
  #include <normal_fragment_maps>
  #include <emissivemap_fragment>

  vec3 view = normalize( vViewPosition );
  float nv = saturate( dot( normal, view ) );
  vec3 worldNormal = ( vec4( normal, 0.0 ) * viewMatrix ).xyz;

  vec3 light = vec3( 0.0 );
  float skySeen = 0.012;
  float skyAll = 0.02;
  float facing;
  float lit;

  #if NUM_DIR_LIGHTS > 0
    #pragma unroll_loop_start
    for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
      facing = dot( normal, directionalLights[ i ].direction );
      if ( facing > 0.0 ) {
        lit = 1.0;
        #if defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS
          if ( receiveShadow ) lit = getShadow( directionalShadowMap[ i ], directionalLightShadows[ i ].shadowMapSize, 1.0, directionalLightShadows[ i ].shadowBias, directionalLightShadows[ i ].shadowRadius, vDirectionalShadowCoord[ i ] );
        #endif
        light += directionalLights[ i ].color * ( facing * lit );
        #if UNROLLED_LOOP_INDEX >= ${KEY_SAMPLES}
          skyAll += facing;
          skySeen += facing * lit;
        #endif
      }
    }
    #pragma unroll_loop_end
  #endif

  #if NUM_POINT_LIGHTS > 0
    IncidentLight near;
    #pragma unroll_loop_start
    for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
      getPointLightInfo( pointLights[ i ], - vViewPosition, near );
      light += near.color * saturate( dot( normal, near.direction ) );
    }
    #pragma unroll_loop_end
  #endif

  #if NUM_HEMI_LIGHTS > 0
    float height = ( ( vec4( - vViewPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).y;
    float nearGround = mix( 1.0, smoothstep( -0.05, 0.45, height ), saturate( - worldNormal.y ) );
    light += mix( hemisphereLights[ 0 ].groundColor, hemisphereLights[ 0 ].skyColor, 0.5 * worldNormal.y + 0.5 ) * nearGround;
  #endif

  light *= RECIPROCAL_PI;

  vec3 slope = max( abs( dFdx( normal ) ), abs( dFdy( normal ) ) );
  float rough = min( 1.0, max( roughnessFactor, 0.045 ) + max( max( slope.x, slope.y ), slope.z ) * 0.5 );
  float plainMirror = ( ior - 1.0 ) / ( ior + 1.0 );
  vec3 straight = mix( vec3( plainMirror * plainMirror * specularIntensity ), diffuseColor.rgb, metalness );
  vec4 r = rough * vec4( -1.0, -0.0275, -0.572, 0.022 ) + vec4( 1.0, 0.0425, 1.04, -0.04 );
  float a = min( r.x * r.x, exp2( -9.28 * nv ) ) * r.x + r.y;
  vec2 share = vec2( -1.04, 1.04 ) * a + r.zw;
  vec3 mirrored = straight * share.x + mix( specularIntensity, 1.0, metalness ) * share.y;

  vec3 seen = light * diffuseColor.rgb * ( 1.0 - metalness ) * ( 1.0 - 0.6 * mirrored );
  #ifdef USE_SHEEN
    seen += light * sheenColor * ( 1.0 - nv ) * ( 1.0 - nv ) * 0.45;
  #endif
  #ifdef USE_ENVMAP
    vec3 way = reflect( - view, normal );
    float lift = rough * rough * rough * rough;
    way = ( vec4( mix( way, normal, lift ), 0.0 ) * viewMatrix ).xyz;
    vec3 shine = textureLod( envMap, envMapRotation * way, roughnessToMip( rough ) ).rgb * envMapIntensity;
    seen += shine * mirrored * mix( 0.3, 1.0, saturate( skySeen / skyAll ) );
  #endif
  gl_FragColor = vec4( seen + totalEmissiveRadiance, 1.0 );
}
`
