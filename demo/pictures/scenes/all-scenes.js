import { bannerCart, bannerContact, bannerList, bannerWishlist } from './banner-scenes.js'
import { brandTile } from './brand-tiles.js'
import {
  categoryBeauty,
  categoryElectronics,
  categoryExperiences,
  categoryFood,
  categoryGarden,
  categoryHome,
  categoryKids,
  categoryKitchen,
  categorySport,
} from './category-scenes.js'
import { heroAlpenwerk, heroGiftpoint, heroNoordzee, welcome } from './hero-scenes.js'
import { useScene } from './use-scene.js'

/** Every scene by the name that the picture list uses. */
export const scenes = {
  'hero-giftpoint': heroGiftpoint,
  'hero-noordzee': heroNoordzee,
  'hero-alpenwerk': heroAlpenwerk,
  welcome,
  'category-home': categoryHome,
  'category-kitchen': categoryKitchen,
  'category-food': categoryFood,
  'category-garden': categoryGarden,
  'category-sport': categorySport,
  'category-electronics': categoryElectronics,
  'category-beauty': categoryBeauty,
  'category-kids': categoryKids,
  'category-experiences': categoryExperiences,
  'banner-list': bannerList,
  'banner-cart': bannerCart,
  'banner-contact': bannerContact,
  'banner-wishlist': bannerWishlist,
  brand: brandTile,
  use: useScene,
}
