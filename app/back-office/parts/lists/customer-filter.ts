/** The filter of a list that shows one customer's rows; there is none to choose in a list of all. */
export function customerFilter(customer: string | null, name: string | null | undefined) {
  if (customer === null) return [];
  const options = [
    { value: "", label: "Any customer" },
    { value: customer, label: name || "One customer" },
  ];
  return [{ name: "customer", label: "Customer", options }];
}
