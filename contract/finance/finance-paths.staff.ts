import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Payments by day and month, accounting periods, settlements and VAT rates. */
export const financePaths = {
  dailyPayments: {
    method: 'GET',
    path: '/backoffice/api/finance/payments',
    needs: 'finance.read',
    channel: 'own',
  },
  monthlyPayments: {
    method: 'GET',
    path: '/backoffice/api/finance/payments/days',
    needs: 'finance.read',
    channel: 'own',
  },
  paymentRows: {
    method: 'GET',
    path: '/backoffice/api/finance/payments/rows/:metric',
    needs: 'finance.read',
    channel: 'own',
  },
  accountingMonths: {
    method: 'GET',
    path: '/backoffice/api/finance/months',
    needs: 'finance.read',
    channel: 'own',
  },
  accountingMonth: {
    method: 'GET',
    path: '/backoffice/api/finance/months/:month',
    needs: 'finance.read',
    channel: 'own',
  },
  closeAccountingMonth: {
    method: 'POST',
    path: '/backoffice/api/finance/months/:month',
    needs: 'finance.write',
    channel: 'none',
  },
  settlements: {
    method: 'GET',
    path: '/backoffice/api/finance/settlements',
    needs: 'finance.read',
    channel: 'none',
  },
  vatRates: {
    method: 'GET',
    path: '/backoffice/api/vat-rates',
    needs: 'finance.read',
    channel: 'none',
  },
  checkVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates/checks',
    needs: 'finance.write',
    channel: 'none',
  },
  addVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates',
    needs: 'finance.write',
    channel: 'none',
  },
  withdrawVatRate: {
    method: 'DELETE',
    path: '/backoffice/api/vat-rates/:country/:class/:from_date',
    needs: 'finance.write',
    channel: 'none',
  },
} as const satisfies Record<string, StaffPath>
