import type { DeskPath } from '#contract/desk/desk-path.ts'

/** Orders and what follows them: credits, parcels, suppliers, choosing again. */
export const orderPaths = {
  ordersAtDesk: { method: 'GET', path: '/desk/api/orders', needs: 'order.read', channel: 'own' },
  orderAtDesk: {
    method: 'GET',
    path: '/desk/api/orders/:number',
    needs: 'order.read',
    channel: 'own',
  },
  showPerson: {
    method: 'POST',
    path: '/desk/api/orders/:number/person',
    needs: 'person.ask',
    channel: 'own',
  },
  sendMailAgain: {
    method: 'POST',
    path: '/desk/api/orders/:number/mails',
    needs: 'order.write',
    channel: 'own',
  },
  noteOnOrder: {
    method: 'POST',
    path: '/desk/api/orders/:number/notes',
    needs: 'order.write',
    channel: 'own',
  },
  proposeCredit: {
    method: 'POST',
    path: '/desk/api/orders/:number/credit-proposals',
    needs: 'credit.book',
    channel: 'own',
  },
  bookCredit: {
    method: 'POST',
    path: '/desk/api/credits',
    needs: 'credit.book',
    channel: 'own',
  },
  parcels: { method: 'GET', path: '/desk/api/parcels', needs: 'parcel.read', channel: 'own' },
  markParcel: {
    method: 'POST',
    path: '/desk/api/orders/:number/parcel-states',
    needs: 'parcel.write',
    channel: 'own',
  },
  suppliers: { method: 'GET', path: '/desk/api/suppliers', needs: 'parcel.read', channel: 'own' },
  addSupplier: {
    method: 'POST',
    path: '/desk/api/suppliers',
    needs: 'parcel.write',
    channel: 'none',
  },
  supplierAtDesk: {
    method: 'GET',
    path: '/desk/api/suppliers/:id',
    needs: 'parcel.read',
    channel: 'own',
  },
  changeSupplier: {
    method: 'PUT',
    path: '/desk/api/suppliers/:id',
    needs: 'parcel.write',
    channel: 'none',
  },
  purchasesAsFile: {
    method: 'GET',
    path: '/desk/api/suppliers/:id/purchase-orders',
    needs: 'parcel.write',
    channel: 'own',
  },
  sendPurchase: {
    method: 'POST',
    path: '/desk/api/purchase-orders/:number/send',
    needs: 'parcel.write',
    channel: 'own',
  },
  answerForSupplier: {
    method: 'POST',
    path: '/desk/api/purchase-orders/:number/answers',
    needs: 'parcel.write',
    channel: 'own',
  },
  beginChoice: {
    method: 'POST',
    path: '/desk/api/orders/:number/choices',
    needs: 'order.write',
    channel: 'own',
  },
  callOffChoice: {
    method: 'DELETE',
    path: '/desk/api/choices/:id',
    needs: 'order.write',
    channel: 'own',
  },
  actOnOrders: {
    method: 'POST',
    path: '/desk/api/order-deeds',
    needs: 'order.write',
    channel: 'own',
  },
  orderAddress: {
    method: 'GET',
    path: '/desk/api/orders/:number/address',
    needs: 'order.write',
    channel: 'own',
  },
  tryOrderAddress: {
    method: 'POST',
    path: '/desk/api/orders/:number/address/try',
    needs: 'order.write',
    channel: 'own',
  },
  changeAddressAtDesk: {
    method: 'PUT',
    path: '/desk/api/orders/:number/address',
    needs: 'order.write',
    channel: 'own',
  },
  goodsAreBack: {
    method: 'POST',
    path: '/desk/api/withdrawals/:number/return',
    needs: 'order.write',
    channel: 'own',
  },
  supplierBrands: {
    method: 'GET',
    path: '/desk/api/supplier-brands',
    needs: 'parcel.read',
    channel: 'none',
  },
} as const satisfies Record<string, DeskPath>
