/**
 * All calls of the API: method, path and access. Separate from the schemas, so that a browser client does not load
 * the schema library. access: 'public' needs no token, 'holder' needs one, 'either' uses a token if present.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Access = 'public' | 'holder' | 'either'
export type Path = { method: Method; path: string; access: Access }

export const paths = {
  site: { method: 'GET', path: '/rest/site', access: 'public' },
  logIn: { method: 'POST', path: '/rest/giftcardcodelogin', access: 'public' },
  logOut: { method: 'POST', path: '/rest/logout', access: 'public' },
  handOver: { method: 'POST', path: '/rest/session_hand_over', access: 'holder' },
  takeOver: { method: 'POST', path: '/rest/session_take_over', access: 'public' },

  component: { method: 'GET', path: '/rest/hcms/cmsurls', access: 'either' },
  components: { method: 'GET', path: '/rest/hcms/components', access: 'either' },
  navigation: { method: 'GET', path: '/rest/hcms/navigation', access: 'either' },
  companyInfo: { method: 'GET', path: '/rest/hcms/companyinfo', access: 'either' },
  countries: { method: 'GET', path: '/rest/hcms/countries', access: 'either' },

  products: { method: 'GET', path: '/rest/producttags/products', access: 'holder' },
  product: { method: 'GET', path: '/rest/saleschannelproducts/:scpId', access: 'holder' },

  homeGifts: { method: 'GET', path: '/rest/home_gifts', access: 'holder' },
  exactFit: { method: 'GET', path: '/rest/exact_fit', access: 'holder' },

  readCart: { method: 'GET', path: '/rest/shopping_cart_get', access: 'holder' },
  changeCart: { method: 'POST', path: '/rest/shopping_cart', access: 'holder' },
  saveAddress: {
    method: 'PUT',
    path: '/rest/shopping_cart_add_contact_and_address',
    access: 'holder',
  },
  deliveryMethods: { method: 'POST', path: '/rest/monta/delivery_methods', access: 'holder' },
  chooseDelivery: {
    method: 'PUT',
    path: '/rest/shopping_cart_set_monta_shipping_method',
    access: 'holder',
  },
  convertCart: { method: 'PUT', path: '/rest/convert_cart', access: 'holder' },

  earlierDetails: { method: 'GET', path: '/rest/earlier_details', access: 'holder' },

  giver: { method: 'GET', path: '/rest/giver', access: 'holder' },
  actedFor: { method: 'GET', path: '/rest/impersonation', access: 'holder' },
  orders: { method: 'GET', path: '/rest/orders', access: 'holder' },
  order: { method: 'GET', path: '/rest/orders/:order_number', access: 'holder' },
  digitalGifts: { method: 'GET', path: '/rest/orders/:order_number/digital', access: 'holder' },
  digitalDocument: {
    method: 'GET',
    path: '/rest/orders/:order_number/digital/:line/:unit',
    access: 'holder',
  },
  cancelOrder: { method: 'POST', path: '/rest/orders/:order_number/cancel', access: 'holder' },
  reopenOrder: { method: 'POST', path: '/rest/orders/:order_number/reopen', access: 'holder' },
  changeOrderAddress: {
    method: 'PUT',
    path: '/rest/orders/:order_number/address',
    access: 'holder',
  },
  orderDeliveryMethods: {
    method: 'POST',
    path: '/rest/orders/:order_number/delivery_methods',
    access: 'holder',
  },
  changeOrderDelivery: {
    method: 'PUT',
    path: '/rest/orders/:order_number/delivery',
    access: 'holder',
  },
  withdrawOrder: {
    method: 'POST',
    path: '/rest/orders/:order_number/withdraw',
    access: 'holder',
  },

  choice: { method: 'POST', path: '/rest/choice', access: 'public' },
  choose: { method: 'PUT', path: '/rest/choice', access: 'public' },

  employerSees: { method: 'GET', path: '/rest/employer_sees', access: 'holder' },

  wishlist: { method: 'GET', path: '/rest/wishlist', access: 'holder' },
  addWish: { method: 'POST', path: '/rest/wishlistitemadd', access: 'holder' },
  removeWish: { method: 'DELETE', path: '/rest/wishlistitemdelete', access: 'holder' },

  measured: { method: 'POST', path: '/rest/measured', access: 'public' },

  askService: { method: 'POST', path: '/rest/service_request', access: 'holder' },

  createPayment: { method: 'POST', path: '/proxy/payments', access: 'holder' },
  paymentStatus: {
    method: 'GET',
    path: '/proxy/payments/payment-status/:paymentId',
    access: 'holder',
  },
  validateAddress: {
    method: 'GET',
    path: '/proxy/postcode/validate-address/:countryCode3',
    access: 'holder',
  },
  searchAddress: {
    method: 'GET',
    path: '/proxy/postcode/autocomplete/:context/:term/:language/paged',
    access: 'holder',
  },
  addressDetails: {
    method: 'GET',
    path: '/proxy/postcode/address/:context',
    access: 'holder',
  },
  shippingOptions: { method: 'POST', path: '/proxy/shipping-options', access: 'holder' },
} as const satisfies Record<string, Path>

export type CallName = keyof typeof paths
