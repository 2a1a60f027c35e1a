import { brandNames, gifts } from './gift-pictures.mjs'

const wide = { angle: 'front' }

const scenes = [
  scene('hero-giftpoint', 'hero-giftpoint', 1920, 900),
  scene('hero-noordzee', 'hero-noordzee', 1920, 900),
  scene('hero-alpenwerk', 'hero-alpenwerk', 1920, 900),
  scene('category-home', 'category-home', 1200, 800),
  scene('category-kitchen', 'category-kitchen', 1200, 800),
  scene('category-food', 'category-food', 1200, 800),
  scene('category-garden', 'category-garden', 1200, 800),
  scene('category-sport', 'category-sport', 1200, 800),
  scene('category-electronics', 'category-electronics', 1200, 800),
  scene('category-beauty', 'category-beauty', 1200, 800),
  scene('category-kids', 'category-kids', 1200, 800),
  scene('category-experiences', 'category-experiences', 1200, 800),
  scene('welcome-closed', 'welcome', 1200, 1200, { opening: 0 }),
  scene('welcome-open', 'welcome', 1200, 1200, { opening: 1 }),
  scene('welcome-closed-noordzee', 'welcome', 1200, 1200, {
    opening: 0,
    colour: 'navy',
    ribbon: 'cream',
    tone: 'sky',
  }),
  scene('welcome-open-noordzee', 'welcome', 1200, 1200, {
    opening: 1,
    colour: 'navy',
    ribbon: 'cream',
    tone: 'sky',
  }),
  scene('welcome-closed-alpenwerk', 'welcome', 1200, 1200, {
    opening: 0,
    colour: 'fir',
    ribbon: 'cream',
    tone: 'linen',
  }),
  scene('welcome-open-alpenwerk', 'welcome', 1200, 1200, {
    opening: 1,
    colour: 'fir',
    ribbon: 'cream',
    tone: 'linen',
  }),
  scene('banner-list', 'banner-list', 1600, 500),
  scene('banner-cart', 'banner-cart', 1600, 500),
  scene('banner-contact', 'banner-contact', 1600, 500),
  scene('banner-wishlist', 'banner-wishlist', 1600, 500),
  ...brandNames.map((maker) => scene(`brand-${maker}`, 'brand', 800, 800, { maker })),
]

/** Every picture there is, in the order in which they are rendered. */
export const everyPicture = () => [...scenes, ...gifts.flatMap(picturesOf)]

/** The welcome as single frames for a film; `look` may hold colour, ribbon and tone. */
export const welcomeFrames = (count, look = {}) =>
  Array.from({ length: count }, (_, n) =>
    scene(`welcome-frame-${String(n).padStart(3, '0')}`, 'welcome', 1280, 720, {
      ...look,
      opening: n / (count - 1),
    }),
  )

function scene(name, which, width, height, wishes = {}) {
  return { name, scene: which, width, height, with: wishes, ...wide }
}

/** <code>-1 from the front, <code>-2 … from other sides, <code>-<value> for every variant. */
function picturesOf({ code, family, wishes, tone, more = [], ...variants }) {
  const base = { family, with: wishes, tone }
  const views = ['three-quarter', ...more].map((angle, n) => ({
    ...base,
    name: `${code}-${n + 1}`,
    angle,
  }))
  const choices = Object.entries(variants).flatMap(([what, values]) =>
    values.map((value) => ({
      ...base,
      name: `${code}-${value}`,
      with: { ...wishes, [what]: value },
    })),
  )
  return [...views, ...choices]
}
