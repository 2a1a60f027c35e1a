import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages for vouchers, orders and payments. */
export const orderPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/batches',
      label: 'batches',
      find: 'find.batches',
      icon: 'batch',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchesPage.tsx'),
    'BatchesPage',
  ),
  page(
    {
      path: '/backoffice/batches/new',
      label: 'newBatch',
      icon: 'plus',
      needs: ['batch.make'],
    },
    () => import('#backoffice/modules/vouchers/batches/NewBatchPage.tsx'),
    'NewBatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id',
      label: 'batch',
      icon: 'batch',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchPage.tsx'),
    'BatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id/recipients',
      label: 'peopleOfBatch',
      icon: 'staff',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchRecipientsPage.tsx'),
    'BatchRecipientsPage',
  ),
  page(
    {
      path: '/backoffice/recipients',
      label: 'voucher.holders',
      find: 'find.voucher.holders',
      icon: 'account',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/VouchersPage.tsx'),
    'HoldersPage',
  ),
  page(
    {
      path: '/backoffice/recipients/:id',
      label: 'voucher.holder',
      icon: 'account',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/detail/VoucherPage.tsx'),
    'HolderPage',
  ),
  page(
    {
      path: '/backoffice/orders',
      label: 'order.title',
      find: 'find.order.title',
      icon: 'orders',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderListPage.tsx'),
    'OrderListPage',
  ),
  page(
    {
      path: '/backoffice/orders/:number',
      label: 'order.title',
      icon: 'orders',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderDetailPage.tsx'),
    'OrderDetailPage',
  ),
  page(
    {
      path: '/backoffice/returns',
      label: 'returns.title',
      find: 'find.returns.title',
      icon: 'parcel',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/ReturnsPage.tsx'),
    'ReturnsPage',
  ),
  page(
    {
      path: '/backoffice/parcels',
      label: 'parcel.title',
      find: 'find.parcel.title',
      icon: 'parcel',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/parcels/ParcelsPage.tsx'),
    'ParcelsPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes',
      label: 'digital.title',
      find: 'find.digital.title',
      icon: 'barcode',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockListPage.tsx'),
    'DigitalStockListPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes/:sku',
      label: 'digital.one',
      icon: 'batch',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockPage.tsx'),
    'DigitalStockPage',
  ),
  page(
    {
      path: '/backoffice/suppliers',
      label: 'supplier.title',
      find: 'find.supplier.title',
      icon: 'employer',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SuppliersPage.tsx'),
    'SuppliersPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/new',
      label: 'supplier.new',
      icon: 'plus',
      needs: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/NewSupplierPage.tsx'),
    'NewSupplierPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/:id',
      label: 'supplier.one',
      icon: 'employer',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SupplierPage.tsx'),
    'SupplierPage',
  ),
  page(
    {
      path: '/backoffice/purchase-orders/:number',
      label: 'supplier.purchases',
      icon: 'employer',
      needs: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/PurchaseOrderPage.tsx'),
    'PurchasePage',
  ),
  page(
    {
      path: '/backoffice/finance/payments',
      label: 'money.title',
      find: 'find.money.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/PaymentsPage.tsx'),
    'MoneyPage',
  ),
  page(
    {
      path: '/backoffice/finance/payments/:metric',
      label: 'money.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/PaymentRowsPage.tsx'),
    'MoneyRowsPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts',
      label: 'accounting.title',
      find: 'find.accounting.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodsPage.tsx'),
    'BooksPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts/:month',
      label: 'accounting.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodPage.tsx'),
    'BookPage',
  ),
  page(
    {
      path: '/backoffice/finance/payouts',
      label: 'settlement.title',
      find: 'find.settlement.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/SettlementsPage.tsx'),
    'SettlementsPage',
  ),
  page(
    {
      path: '/backoffice/finance/vat-rates',
      label: 'rates.title',
      find: 'find.rates.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/VatRatesPage.tsx'),
    'RatesPage',
  ),
]
