import { logIn, logOut, site } from '#contract/account-api.ts'
import { addressDetails, searchAddress, validateAddress } from '#contract/address-api.ts'
import {
  changeCart,
  chooseDelivery,
  convertCart,
  deliveryMethods,
  readCart,
  saveAddress,
  shippingOptions,
} from '#contract/cart-api.ts'
import { choice, choose } from '#contract/choose-again-api.ts'
import { companyInfo, component, components, countries, navigation } from '#contract/content-api.ts'
import { exactFit, product, products } from '#contract/catalogue-api.ts'
import { earlierDetails } from '#contract/earlier-details-api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { handOver, takeOver } from '#contract/hand-over-api.ts'
import {
  cancelOrder,
  changeOrderAddress,
  changeOrderDelivery,
  orderDeliveryMethods,
  reopenOrder,
} from '#contract/order-change-api.ts'
import { employerSees } from '#contract/employer-sees-api.ts'
import { digitalDocument, digitalGifts } from '#contract/digital-api.ts'
import { actedFor, giver, order, orders, withdrawOrder } from '#contract/order-api.ts'
import type { CallName } from '#contract/paths.ts'
import { createPayment, paymentStatus } from '#contract/payment-api.ts'
import { askService } from '#contract/service-api.ts'
import { measured } from '#contract/speed-api.ts'
import { addWish, removeWish, wishlist } from '#contract/wishlist-api.ts'

/** The whole contract, by name: the client is typed by it, the OpenAPI and the tests walk it. */
export const endpoints = {
  site,
  logIn,
  logOut,
  handOver,
  takeOver,
  component,
  components,
  navigation,
  companyInfo,
  countries,
  products,
  product,
  exactFit,
  readCart,
  changeCart,
  saveAddress,
  deliveryMethods,
  shippingOptions,
  chooseDelivery,
  convertCart,
  earlierDetails,
  giver,
  actedFor,
  orders,
  order,
  digitalGifts,
  employerSees,
  digitalDocument,
  cancelOrder,
  reopenOrder,
  changeOrderAddress,
  orderDeliveryMethods,
  changeOrderDelivery,
  withdrawOrder,
  choice,
  choose,
  wishlist,
  addWish,
  removeWish,
  measured,
  askService,
  createPayment,
  paymentStatus,
  validateAddress,
  searchAddress,
  addressDetails,
} satisfies { [Name in CallName]: Endpoint<Name> }

export type Endpoints = typeof endpoints
