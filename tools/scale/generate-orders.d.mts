/** Orders of a year for the vouchers of these channels and of those after them. */
export function growOrders(
  database: string | { host: string; port: number; user: string; database: string },
  how?: { orders?: number; firstChannel?: number },
): Promise<void>
