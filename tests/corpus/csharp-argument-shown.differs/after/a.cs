using System.Runtime.CompilerServices;

static class Guard
{
    public static void Holds(bool ok, [CallerArgumentExpression("ok")] string text = "")
    {
        if (!ok) throw new System.ArgumentException(text);
    }
}

class Order
{
    public void Pay(int sum, int left)
    {
        Guard.Holds(sum > 0 &&
                sum <= left);
    }
}
