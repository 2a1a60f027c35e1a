import * as THREE from 'three'
import { buildLensBlur } from './lens-blur.js'

const corner = `varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }`

/** Adds passes up in floating point, then develops the mean into a picture. */
export function buildExposure(renderer, width, height) {
  const options = { type: THREE.HalfFloatType, depthBuffer: true, minFilter: THREE.LinearFilter }
  const once = new THREE.WebGLRenderTarget(width, height, options)
  const sum = new THREE.WebGLRenderTarget(width, height, {
    type: THREE.FloatType,
    depthBuffer: false,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
  })
  const paper = new THREE.WebGLRenderTarget(width, height, options)
  const picture = new THREE.WebGLRenderTarget(width, height, { depthBuffer: false })
  const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1)
  const sheet = new THREE.Mesh(new THREE.PlaneGeometry(2, 2))
  const adding = new THREE.ShaderMaterial({
    uniforms: { pass: { value: once.texture }, share: { value: 1 } },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D pass; uniform float share; varying vec2 at;
      void main() { gl_FragColor = vec4( min( texture2D( pass, at ).rgb, vec3( 6.0 ) ) * share, 1.0 ); }`,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthTest: false,
    depthWrite: false,
  })
  const developing = new THREE.ShaderMaterial({
    uniforms: {
      light: { value: sum.texture },
      soft: { value: null },
      blurred: { value: 0 },
      pixel: { value: new THREE.Vector2(1 / width, 1 / height) },
      exposure: { value: 1 },
      vignette: { value: 0.1 },
    },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D light; uniform sampler2D soft; uniform float blurred; uniform vec2 pixel; uniform float exposure; uniform float vignette; varying vec2 at;
      ${film}
      ${throughLens}
      void main() {
        vec2 off = at - 0.5;
        vec3 c = ( blurred > 0.5 ? throughLens() : texture2D( light, at ).rgb ) * exposure * ( 1.0 - vignette * dot( off, off ) * 2.0 );
        c = film( c );
        c = mix( c * 12.92, 1.055 * pow( max( c, vec3( 0.0031308 ) ), vec3( 1.0 / 2.4 ) ) - 0.055, step( vec3( 0.0031308 ), c ) );
        float grain = fract( sin( dot( gl_FragCoord.xy, vec2( 12.9898, 78.233 ) ) ) * 43758.5453 ) - 0.5;
        gl_FragColor = vec4( c + grain / 255.0, 1.0 );
      }`,
    depthTest: false,
  })

  const copying = new THREE.ShaderMaterial({
    uniforms: { light: { value: paper.texture } },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D light; varying vec2 at; void main() { gl_FragColor = vec4( texture2D( light, at ).rgb, 1.0 ); }`,
    depthTest: false,
    depthWrite: false,
  })

  let lens
  function draw(material, target) {
    sheet.material = material
    renderer.setRenderTarget(target)
    renderer.autoClear = false
    renderer.render(sheet, camera)
    renderer.autoClear = true
  }

  function within(target, [x, y, w, h]) {
    target.scissorTest = true
    target.scissor.set(x, y, w, h)
  }

  return {
    /** Paper first, everywhere; what follows touches only the frame of the subject. */
    start(backdrop, view, frame) {
      renderer.setRenderTarget(paper)
      renderer.render(backdrop, view)
      sum.scissorTest = false
      draw(copying, sum)
      within(sum, frame)
      within(once, frame)
      renderer.setRenderTarget(sum)
      renderer.setClearColor(0, 0)
      renderer.clear()
    },
    add(scene, view, share) {
      renderer.setRenderTarget(once)
      renderer.clear(false, true, false)
      draw(copying, once)
      renderer.autoClear = false
      renderer.render(scene, view)
      renderer.autoClear = true
      adding.uniforms.share.value = share
      draw(adding, sum)
    },
    /** How far out of focus each point is; asked for where a room stands behind the gift. */
    focus(scenes, view, how) {
      lens ??= buildLensBlur(renderer, width, height)
      developing.uniforms.soft.value = lens.measure(scenes, view, how)
      developing.uniforms.blurred.value = 1
    },
    develop(exposure, vignette) {
      developing.uniforms.exposure.value = exposure
      developing.uniforms.vignette.value = vignette
      draw(developing, picture)
      const pixels = new Uint8Array(width * height * 4)
      renderer.readRenderTargetPixels(picture, 0, 0, width, height, pixels)
      developing.uniforms.blurred.value = 0
      return pixels
    },
  }
}

/** The mean over a disc as wide as the point is out of focus; what is sharp and nearer stays out of it. */
const throughLens = `
vec3 throughLens() {
  vec2 own = texture2D( soft, at ).rg;
  vec3 all = texture2D( light, at ).rgb;
  if ( own.r < 0.6 ) return all;
  float weight = 1.0;
  float looks = clamp( own.r * 4.0, 7.0, 33.0 );
  for ( int n = 1; n < 34; n ++ ) {
    if ( float( n ) > looks ) break;
    float out_ = sqrt( float( n ) / looks ) * own.r;
    float turn = float( n ) * 2.399963;
    vec2 there = at + vec2( cos( turn ), sin( turn ) ) * out_ * pixel;
    vec2 other = texture2D( soft, there ).rg;
    float share = other.g > own.g - 0.25 ? 1.0 : clamp( other.r - out_ + 1.0, 0.0, 1.0 );
    all += texture2D( light, there ).rgb * share;
    weight += share;
  }
  return all / weight;
}`

/** A gentle shoulder that keeps hues: colours stay true until they get very bright. */
const film = `
vec3 film( vec3 c ) {
  float x = min( c.r, min( c.g, c.b ) );
  float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
  c -= offset * 0.35;
  float peak = max( c.r, max( c.g, c.b ) );
  float start = 0.72;
  if ( peak < start ) return c;
  float d = 1.0 - start;
  float next = 1.0 - d * d / ( peak + d - start );
  c *= next / peak;
  float g = 1.0 - 1.0 / ( 0.18 * ( peak - next ) + 1.0 );
  return mix( c, vec3( next ), g );
}`
