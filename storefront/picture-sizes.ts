/** The room of the pictures that pages open with, as it is told to the browser. */
export const HERO_SIZES = '(width < 60rem) 100vw, 60vw'
export const BANNER_SIZES = '(width < 37.5rem) 100vw, (width < 80rem) 60vw, 760px'
export const CARD_SIZES = '(width < 37.5rem) 46vw, (width < 64rem) 30vw, 240px'
export const STAGE_SIZES = '(width < 60rem) 100vw, 640px'
