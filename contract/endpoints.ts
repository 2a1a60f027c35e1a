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
import { product, products } from '#contract/catalogue-api.ts'
import { companyInfo, component, countries, navigation } from '#contract/content-api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { order, orders } from '#contract/order-api.ts'
import type { CallName } from '#contract/paths.ts'
import { createPayment, paymentStatus } from '#contract/payment-api.ts'
import { askService } from '#contract/service-api.ts'
import { addWish, removeWish, wishlist } from '#contract/wishlist-api.ts'

/** The whole contract, by name: the client is typed by it, the OpenAPI and the tests walk it. */
export const endpoints = {
  site,
  logIn,
  logOut,
  component,
  navigation,
  companyInfo,
  countries,
  products,
  product,
  readCart,
  changeCart,
  saveAddress,
  deliveryMethods,
  shippingOptions,
  chooseDelivery,
  convertCart,
  orders,
  order,
  wishlist,
  addWish,
  removeWish,
  askService,
  createPayment,
  paymentStatus,
  validateAddress,
  searchAddress,
  addressDetails,
} satisfies { [Name in CallName]: Endpoint<Name> }

export type Endpoints = typeof endpoints
