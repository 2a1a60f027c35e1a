import { logIn, logOut, site } from '#contract/sessions/login.shop.ts'
import { addressDetails, searchAddress, validateAddress } from '#contract/addresses.shop.ts'
import {
  changeCart,
  chooseDelivery,
  convertCart,
  deliveryMethods,
  readCart,
  saveAddress,
  shippingOptions,
} from '#contract/cart.shop.ts'
import { choice, choose } from '#contract/orders/replacements.shop.ts'
import {
  companyInfo,
  component,
  components,
  countries,
  navigation,
} from '#contract/content/content.shop.ts'
import { exactFit, homeGifts, product, products } from '#contract/catalog/catalog.shop.ts'
import { earlierDetails } from '#contract/checkout.shop.ts'
import type { Endpoint } from '#contract/shared/endpoint.shop.ts'
import { handOver, takeOver } from '#contract/sessions/session-transfer.shop.ts'
import {
  cancelOrder,
  changeOrderAddress,
  changeOrderDelivery,
  orderDeliveryMethods,
  reopenOrder,
} from '#contract/orders/order-changes.shop.ts'
import { employerSees } from '#contract/employers/employer-statistics.shop.ts'
import { digitalDocument, digitalGifts } from '#contract/fulfilment/digital-gifts.shop.ts'
import { actedFor, giver, order, orders, withdrawOrder } from '#contract/orders/orders.shop.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { createPayment, paymentStatus } from '#contract/payments.shop.ts'
import { askService } from '#contract/support/questions.shop.ts'
import { measured } from '#contract/shared/web-vitals.shop.ts'
import { addWish, removeWish, wishlist } from '#contract/wishlist.shop.ts'

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
  homeGifts,
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
