/** The `sizes` of the pictures that pages open with. */
export const HERO_SIZES = '(width < 60rem) 48vw, 45vw'
export const BANNER_SIZES = '(width < 37.5rem) 34vw, 370px'
export const CARD_SIZES = '(width < 37.5rem) 46vw, (width < 60rem) 30vw, 300px'
export const IMAGE_SIZES = '(width < 60rem) 100vw, 640px'
export const ORDERED_SIZES = '(width < 60rem) 100vw, 560px'
export const LINE_SIZES = '(width < 40rem) 88px, 144px'
