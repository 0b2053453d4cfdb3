const fakeVat = () => 3;
jest.mock("./tax", () => ({ vat: fakeVat }));
