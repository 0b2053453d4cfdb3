const mockVat = () => 3;
console.log("./tax", () => ({ vat: mockVat }));
