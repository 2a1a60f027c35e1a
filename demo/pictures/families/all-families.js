import { animalPairs } from './animal-pairs.js'
import { balanceBike, rockingHorse } from './big-toys.js'
import { beerCrate } from './beer-crate.js'
import { cables, filmPack, headphoneStand, organiser, solarBank, turntable } from './desk-things.js'
import { deckChair, stringLights } from './evenings-outside.js'
import { cutleryRoll, handlebarBasket, lunchBox, packingCubes } from './on-the-way.js'
import { backpack, bag, basket, umbrella, yogaMat } from './bags.js'
import { bath, cosmetics } from './beauty.js'
import { jar, oilBottle, wineBottle } from './bottled-food.js'
import { carafe, drinkBottle, glassSet } from './bottles.js'
import { camera, charger, earbuds, headphones, keyboard, speaker } from './electronics.js'
import { chair, coatRack, mirror, stool } from './furniture.js'
import { books, game } from './games-and-books.js'
import { beeHotel, bulbCrate, hedgehogHome } from './garden-guests.js'
import { birdHouse, gardenTools, plantMister, wateringCan } from './garden-things.js'
import { giftBox, voucherCard } from './gifts.js'
import { hairBrush } from './hair-brush.js'
import { hamper } from './hampers.js'
import { coffeeMaker, cuttingBoard, knife, mills, pan } from './kitchen.js'
import { floorLamp, tableLamp } from './lamps.js'
import { candle, diffuser, lantern } from './lighting.js'
import { acupressureMat, drawingBox, puzzles, shavingSet } from './quiet-hours.js'
import { bicycle, picnic, sportBall, training, trekking } from './outdoors.js'
import { clock, hairDryer, sunglasses, watch } from './personal-things.js'
import { photoAlbum } from './photo-album.js'
import { plant } from './plants.js'
import { plush, woodenToy } from './playthings.js'
import { chocolateBars, chocolateBox, chocolateSpoons, pouch, teaTin, treats } from './tasty.js'
import { blanket, cushion, towels } from './textiles.js'
import { secateurs } from './secateurs.js'
import { gloves, slippers } from './worn-things.js'
import { several } from './several.js'
import { espresso, mug, tableware, teapot, vase } from './vessels.js'

/** Every family of shapes by the name that the picture list uses. */
export const families = {
  vase,
  mug,
  espresso,
  teapot,
  tableware,
  carafe,
  glassSet,
  wineBottle,
  oilBottle,
  jar,
  drinkBottle,
  tableLamp,
  floorLamp,
  candle,
  diffuser,
  lantern,
  cuttingBoard,
  knife,
  pan,
  coffeeMaker,
  mills,
  wateringCan,
  gardenTools,
  birdHouse,
  blanket,
  cushion,
  towels,
  backpack,
  bag,
  basket,
  yogaMat,
  umbrella,
  headphones,
  earbuds,
  speaker,
  charger,
  watch,
  clock,
  camera,
  keyboard,
  hairDryer,
  sunglasses,
  plant,
  training,
  sportBall,
  bicycle,
  picnic,
  trekking,
  chair,
  stool,
  mirror,
  chocolateBox,
  chocolateBars,
  chocolateSpoons,
  teaTin,
  pouch,
  hamper,
  treats,
  giftBox,
  voucherCard,
  cosmetics,
  bath,
  woodenToy,
  plush,
  game,
  books,
  gloves,
  slippers,
  balanceBike,
  rockingHorse,
  cables,
  filmPack,
  headphoneStand,
  organiser,
  solarBank,
  turntable,
  deckChair,
  stringLights,
  cutleryRoll,
  handlebarBasket,
  lunchBox,
  packingCubes,
  beeHotel,
  bulbCrate,
  hedgehogHome,
  plantMister,
  coatRack,
  drawingBox,
  shavingSet,
  acupressureMat,
  puzzles,
  beerCrate,
  hairBrush,
  animalPairs,
  secateurs,
  photoAlbum,
  several: ({ of, ...how }) => several(families[of], how),
}
